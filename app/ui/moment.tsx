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

/** The same on one line. */
export function InlineMoment({ atNs, nowMs }: MomentProps) {
  return (
    <time dateTime={isoMoment(atNs)} className="nowrap">
      {formatMoment(atNs)} UTC <span className="muted">({formatAgo(atNs, BigInt(nowMs) * 1_000_000n)})</span>
    </time>
  )
}
