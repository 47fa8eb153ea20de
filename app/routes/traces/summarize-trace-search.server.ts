import type { SearchExpression } from '../../../store/search/search.ts'
import type { Store } from '../../../store/store.ts'
import { listTraceFacets, type TraceCell } from '../../../store/traces/list-trace-facets.ts'
import type { TimeRange } from '../../../store/units.ts'
import { countAndCompare, endAtNow } from '../../server/count-and-compare.ts'
import { listDeploys } from '../../server/list-deploys.ts'
import { layoutOutcomes } from '../../ui/charts/layout-outcomes.server.ts'
import { ONE_MINUTE_BUCKETS, timeBuckets } from '../../ui/charts/time-buckets.server.ts'
import type { TraceFilters } from '../../url/trace-filters.ts'
import { layoutDurations } from './layout-durations.server.ts'

interface TraceSearchQuery {
  readonly nowMs: number
  readonly range: TimeRange
  readonly filters: TraceFilters
  readonly search: SearchExpression | undefined
  readonly hidden: readonly string[]
}

/** Counts the traces of a whole list, with facets, a chart or a heat map of durations and, on request, the previous period. */
export async function summarizeTraceSearch(
  store: Store,
  { nowMs, range, filters, search, hidden }: TraceSearchQuery,
  signal?: AbortSignal,
) {
  const { service, environment, release, route, failedOnly, minDurationNs, maxDurationNs, httpStatus } = filters
  const ofRoot = { environment, release, route, minDurationNs, maxDurationNs, httpStatus, hidden }
  const { itsRoute, itsFailed, itsAny } = filters
  const asked = { service, failedOnly, itsRoute, itsFailed, itsAny, search, ...ofRoot }
  const shown = endAtNow(range, nowMs)
  const { buckets, stepNs } = timeBuckets(shown, ONE_MINUTE_BUCKETS)
  const isBanded = filters.durations
  const count = (range: TimeRange) => listTraceFacets(store, { range, ...asked, bucketNs: stepNs, isBanded }, signal)
  const [{ cells, ...counted }, marks] = await Promise.all([
    countAndCompare({ range, nowMs, compare: filters.compare, count }),
    listDeploys(store, { filters: { service, environment, hidden }, range: shown, stepNs }, signal),
  ])
  const names = { succeeded: 'without', failed: 'with failures' }
  return {
    ...counted,
    chart: layoutOutcomes({ times: buckets, range: shown, buckets: cells, marks, names }),
    durations: isBanded ? layoutDurations(buckets, shown, cells.map(countFailed), marks) : undefined,
  }
}

const countFailed = ({ failed, count, ...cell }: TraceCell) => ({ ...cell, count, failed: failed ? count : 0 })
