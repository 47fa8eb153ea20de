import { formatAgo, formatMoment, isoMoment } from '../format/time.ts'

interface MomentProps {
  /** Unix nanoseconds. */
  readonly atNs: bigint
  /** When the page was made, Unix milliseconds: both sides of the wire must write the same text. */
  readonly nowMs: number
}

/** How long ago a moment was, with the exact time (UTC) below it. */
export function Moment({ atNs, nowMs }: MomentProps) {
  return (
    <time dateTime={isoMoment(atNs)} title={`${isoMoment(atNs).replace('T', ' ').replace('Z', '')} UTC`}>
      {formatAgo(atNs, BigInt(nowMs) * 1_000_000n)}
      <span className="exact-moment">{formatMoment(atNs)}</span>
    </time>
  )
}

/** How long ago a moment was, and no more; the exact time (UTC) is its title. */
export function Ago({ atNs, nowMs }: MomentProps) {
  return (
    <time dateTime={isoMoment(atNs)} title={`${formatMoment(atNs)} UTC`}>
      {formatAgo(atNs, BigInt(nowMs) * 1_000_000n)}
    </time>
  )
}

/** The exact time (UTC) and how long ago it was, on one line. */
export function InlineMoment({ atNs, nowMs }: MomentProps) {
  return (
    <time dateTime={isoMoment(atNs)} className="nowrap">
      {formatMoment(atNs)} UTC <span className="muted">({formatAgo(atNs, BigInt(nowMs) * 1_000_000n)})</span>
    </time>
  )
}
