import { formatShare } from '../../format/amount.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../format/error-share.ts'

/** A number and the total of which it is a part. */
export interface ShareOfTotal {
  readonly part: number
  readonly whole: number
}

/** Differences that come about by chance once in twenty times are none. */
const SIGNIFICANT_DEVIATIONS = 2

/**
 * Compares a share with a previous one: `0.8 → 4.2 %`.
 *
 * @returns `rise` 1, -1, or 0 if the difference is not significant; `isKnown` false if there is too little to compare.
 */
export function compareShares(now: ShareOfTotal, before: ShareOfTotal) {
  const isKnown = now.whole >= MIN_COUNT_FOR_PERCENTAGE && before.whole >= MIN_COUNT_FOR_PERCENTAGE
  const [p, q] = [now.part / now.whole, before.part / before.whole]
  const pooled = (now.part + before.part) / (now.whole + before.whole)
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / now.whole + 1 / before.whole))
  const [shareNow, shareBefore] = [formatShare(p, 1), formatShare(q, 1)]
  const text = `${shareBefore.replace(' %', '')} → ${shareNow}`
  const isDifferent = isKnown && Math.abs(p - q) > SIGNIFICANT_DEVIATIONS * deviation && shareNow !== shareBefore
  return { isKnown, isDifferent, rise: isDifferent ? Math.sign(p - q) : 0, text }
}
