import { formatAmount } from '../../format/amount.ts'

interface AffectedNumberProps {
  readonly count: number
  /** Whether there may be more, because only the newest traces were read. */
  readonly hasMore: boolean
}

/** How many users or sessions an issue affects; a dash if none are known. */
export function AffectedNumber({ count, hasMore }: AffectedNumberProps) {
  if (count === 0) return <span className="muted">–</span>
  return hasMore ? (
    <span title={`At least ${formatAmount(count)}, from the newest traces`}>{formatAmount(count)}+</span>
  ) : (
    formatAmount(count)
  )
}
