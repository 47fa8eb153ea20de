import { formatTimestamp } from '../../format/time.ts'
import { zoneAt } from '../../format/time-zone.ts'

interface ClockAheadProps {
  /** When it was received, as the Collector moved it; Unix nanoseconds. */
  readonly atNs: bigint
  /** The record with its sender's time, in Unix nanoseconds: lists have it in a column, others among the attributes. */
  readonly record: {
    readonly originalTime?: string | undefined
    readonly attributes?: Readonly<Record<string, string>>
  }
}

/**
 * Marks, with a space on both sides, what its sender dated more than five minutes ahead: the Collector moves it to when it was received
 * and keeps its own time.
 */
export function ClockAhead({ atNs, record }: ClockAheadProps) {
  const sent = record.originalTime || record.attributes?.['errata.clock.original'] || ''
  if (!/^\d{1,19}$/.test(sent) || BigInt(sent) <= atNs) return null
  return (
    <>
      {' '}
      <span className="mark warn" title={`Sent as ${formatTimestamp(BigInt(sent))} ${zoneAt(BigInt(sent))}`}>
        clock ahead
      </span>{' '}
    </>
  )
}
