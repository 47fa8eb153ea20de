import { formatAgo, formatTimestamp, isoTimestamp } from '../../format/time.ts'
import { zoneAt } from '../../format/time-zone.ts'
import { useHydrated } from '../document/use-hydrated.ts'

export interface TimestampProps {
  /** Unix nanoseconds. */
  readonly atNs: bigint
  /** When the page was rendered, Unix milliseconds: server and browser must write the same text. */
  readonly nowMs: number
}

/** The age of a time; its title is the exact time, in UTC and, with scripts, in the reader's zone. */
export function RelativeTime({ atNs, nowMs }: TimestampProps) {
  return (
    <time dateTime={isoTimestamp(atNs)} title={useExactTime(atNs)}>
      {formatAgo(atNs, BigInt(nowMs) * 1_000_000n)}
    </time>
  )
}

/** The exact time and its age, on one line. */
export function Timestamp({ atNs, nowMs }: TimestampProps) {
  return (
    <time dateTime={isoTimestamp(atNs)} title={useExactTime(atNs)} className="nowrap">
      {formatTimestamp(atNs)} {zoneAt(atNs)}{' '}
      <span className="muted">({formatAgo(atNs, BigInt(nowMs) * 1_000_000n)})</span>
    </time>
  )
}

/** The server does not know the reader's zone: the browser adds it after hydration. */
export function useExactTime(atNs: bigint): string {
  const hydrated = useHydrated()
  const utc = `${isoTimestamp(atNs).replace('T', ' ').replace('Z', '')} UTC`
  return hydrated ? `${utc}\n${new Date(Number(atNs / 1_000_000n)).toString()}` : utc
}
