import { describeChange, formatAmount } from '../../format/amount.ts'
import type { ComparedCount } from './summarize.server.ts'

/** Fewer errors are no improvement if nine tenths of the requests are missing. */
export const hasComparableTraffic = ({ now, before }: ComparedCount) => now * 10 > before

/** `12 % of requests failed, up 38 %` as plain words, for captions. */
export function describeComparison({ now, before }: ComparedCount): string {
  return `${formatAmount(now)}, ${describeChange(now, before)}`
}
