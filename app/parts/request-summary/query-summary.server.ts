import { addPreviousPeriod, type ComparedPeriods, type ScopeFilter } from '../../../store/comparison.ts'
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

/** Buckets end now; the range itself extends a little into the future, for clocks that are ahead. */
export function bucketsOf({ range, nowMs }: Pick<SummaryQuery, 'range' | 'nowMs'>) {
  const nowNs = BigInt(nowMs) * 1_000_000n
  const to = range.to < nowNs || range.from >= nowNs ? range.to : nowNs
  const { buckets, stepNs, whole } = timeBuckets({ from: range.from, to })
  return {
    buckets,
    shown: { from: range.from, to },
    nowNs,
    comparison: addPreviousPeriod({ from: whole.from, to }, stepNs),
  }
}

/** The current period in whole buckets, and the previous one. */
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
