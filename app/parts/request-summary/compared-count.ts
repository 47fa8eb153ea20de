import { formatAmount } from '../../format/amount.ts'
import { type ComparedCount, compareCounts } from '../../insights/change.ts'
import { MIN_TRAFFIC_PART } from '../../insights/thresholds.ts'
import { writeCountChange } from '../../insights/write-change.ts'

/** Fewer errors are no improvement if nine tenths of the requests are missing. */
export const hasComparableTraffic = ({ now, before }: ComparedCount) => now > before * MIN_TRAFFIC_PART

/** Writes the count of the current period and its change in plain words, for captions: `1,200, up 38 %`. */
export function describeComparison({ now, before }: ComparedCount): string {
  return `${formatAmount(now)}, ${writeCountChange(compareCounts({ now, before }))}`
}
