import type { DurationRank } from '../../../store/traces/rank-duration.ts'
import { formatApproximate, formatCount } from '../../format/count.ts'

/** Among fewer a place says little. */
const MIN_TRANSACTIONS = 20

/**
 * Where a duration stands among those of the same operation: `longer than 97 % of 1,240 of the day before`; '' if there are too few, or it is in
 * the middle of equal ones.
 */
export function describeRank({ transactions, shorter, longer, oneIn }: DurationRank): string {
  if (transactions < MIN_TRANSACTIONS) return ''
  const all = `${oneIn === 1 ? formatCount(transactions) : formatApproximate(transactions * oneIn)} of the day before`
  const [word, less] = shorter >= longer ? ['longer', shorter] : ['shorter', longer]
  if (less === transactions) return `${word} than all ${all}`
  // Rounded down: 99.96 % is not all.
  const percent = Math.floor((less / transactions) * 100)
  return percent === 0 ? '' : `${word} than ${percent} % of ${all}`
}
