import { addPreviousPeriod, type ComparedPeriods, endAt, type ScopeFilter } from '../../../store/comparison.ts'
import { countExceptionsOverTime } from '../../../store/exceptions/count-exceptions-over-time.ts'
import { listReleasesSeen } from '../../../store/releases/list-releases-seen.ts'
import { countRequestsOverTime } from '../../../store/services/count-requests-over-time.ts'
import type { Store } from '../../../store/store.ts'
import type { TimeRange } from '../../../store/units.ts'
import { timeBuckets } from '../../ui/charts/time-buckets.server.ts'
import { summarizeOverview } from './summarize.server.ts'

export interface SummaryQuery {
  readonly range: TimeRange
  readonly nowMs: number
  readonly listFilters: ScopeFilter
}

/** Buckets end now; the range itself extends a little into the future, for clocks that are ahead: what they date so is in the last bucket. */
export function bucketsOf({ range, nowMs }: Pick<SummaryQuery, 'range' | 'nowMs'>) {
  const nowNs = BigInt(nowMs) * 1_000_000n
  const shown = endAt(range, nowNs)
  const { buckets, stepNs, whole } = timeBuckets(shown)
  // Longer than there are buckets for is longer than anything is kept.
  const from = buckets.some(({ fromNs }) => fromNs <= range.from) ? range.from : whole.from
  return { buckets, shown, nowNs, comparison: addPreviousPeriod({ from, to: range.to }, stepNs, nowNs) }
}

/** The current period, and the previous one. */
export function comparedPeriods(asked: Pick<SummaryQuery, 'range' | 'nowMs'>): ComparedPeriods {
  return bucketsOf(asked).comparison
}

/** Requests, failures and exceptions, by service and over time, with releases. */
export async function querySummary(store: Store, asked: SummaryQuery, signal?: AbortSignal) {
  const { buckets, shown, nowNs, comparison } = bucketsOf(asked)
  const of = { comparison, ...asked.listFilters }
  const [requests, exceptions, releases] = await Promise.all([
    countRequestsOverTime(store, of, signal),
    countExceptionsOverTime(store, of, signal),
    listReleasesSeen(store, of, signal),
  ])
  return summarizeOverview({ comparison, buckets, range: shown, nowNs, requests, exceptions, releases })
}
