import { formatTimestamp } from '../../format/time.ts'
import { zoneAt } from '../../format/time-zone.ts'

interface ClockAheadProps {
  /** Its time as it was moved; Unix nanoseconds. */
  readonly atNs: bigint
  /** The record with its sender's time, in Unix nanoseconds: lists have it in a column, others among the attributes. */
  readonly record: {
    readonly originalTime?: string | undefined
    readonly attributes?: Readonly<Record<string, string>>
  }
}

/**
 * Marks, with a space on both sides, what its sender dated ahead: the Collector moves what is more than five minutes ahead to when it was
 * received, the relay what a browser whose clock is more than a minute wrong sends, and each keeps the sender's time.
 */
export function ClockAhead({ atNs, record }: ClockAheadProps) {
  const { originalTime, attributes = {} } = record
  const sent = originalTime || attributes['errata.clock.original'] || attributes['errata.clock.browser'] || ''
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
