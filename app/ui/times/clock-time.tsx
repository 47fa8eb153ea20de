import { formatAgo, formatTimestamp, isoTimestamp } from '../../format/time.ts'
import { type TimestampProps, useExactTime } from './timestamp.tsx'

interface ClockTimeProps extends TimestampProps {
  /** With the day, unless what is above it says which one. */
  readonly hasDay: boolean
  /** The smallest unit that is written. @default 'second' */
  readonly precision?: keyof typeof LENGTHS
}

/** Characters of an ISO 8601 time with milliseconds. */
const LENGTHS = { minute: 16, second: 19, millisecond: 23 } as const

/** The time of day: in a list of many, rows of one hour would all read alike by their age, which is in its title. */
export function ClockTime({ atNs, nowMs, hasDay, precision = 'second' }: ClockTimeProps) {
  const at = formatTimestamp(atNs)
  const age = formatAgo(atNs, BigInt(nowMs) * 1_000_000n)
  return (
    <time dateTime={isoTimestamp(atNs)} title={`${age}\n${useExactTime(atNs)}`} className="mono nowrap">
      {hasDay && `${at.slice(5, 10)} `}
      {at.slice(11, LENGTHS[precision])}
    </time>
  )
}
