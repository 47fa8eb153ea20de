import { formatAmount } from '../../format/amount.ts'
import { compareCounts } from '../../insights/change.ts'
import { MIN_TRAFFIC_PART } from '../../insights/thresholds.ts'
import { writeCountChange } from '../../insights/write-change.ts'
import type { ComparedCount } from './summarize.server.ts'

/** Fewer errors are no improvement if nine tenths of the requests are missing. */
export const hasComparableTraffic = ({ now, before }: ComparedCount) => now > before * MIN_TRAFFIC_PART

/** `12 % of requests failed, up 38 %` as plain words, for captions. */
export function describeComparison({ now, before }: ComparedCount): string {
  return `${formatAmount(now)}, ${writeCountChange(compareCounts({ now, before }))}`
}
