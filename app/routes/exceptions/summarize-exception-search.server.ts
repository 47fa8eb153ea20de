import { listExceptionFacets } from '../../../store/exceptions/list-exception-facets.ts'
import type { SearchExpression } from '../../../store/search/search.ts'
import type { Store } from '../../../store/store.ts'
import type { TimeRange } from '../../../store/units.ts'
import { formatCount } from '../../format/count.ts'
import { countAndCompare, endAtNow } from '../../server/count-and-compare.ts'
import { listDeploys } from '../../server/list-deploys.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { ONE_MINUTE_BUCKETS, timeBuckets } from '../../ui/charts/time-buckets.server.ts'
import type { ExceptionFilters } from '../../url/exception-filters.ts'

interface ExceptionSearchQuery {
  readonly nowMs: number
  readonly range: TimeRange
  readonly filters: ExceptionFilters
  readonly search: SearchExpression | undefined
  readonly hidden: readonly string[]
}

/** Counts the exceptions of a whole list, with facets, a chart and, on request, the previous period. */
export async function summarizeExceptionSearch(
  store: Store,
  { nowMs, range, filters, search, hidden }: ExceptionSearchQuery,
  signal?: AbortSignal,
) {
  const { service, environment, release, issue, route, side, compare } = filters
  const filter = { service, environment, release, issue, route, side, search, hidden }
  const shown = endAtNow(range, nowMs)
  const { buckets: times, stepNs } = timeBuckets(shown, ONE_MINUTE_BUCKETS)
  const count = (range: TimeRange) => listExceptionFacets(store, { range, ...filter, bucketNs: stepNs }, signal)
  const [{ buckets, ...counted }, marks] = await Promise.all([
    countAndCompare({ range, nowMs, compare, count }),
    listDeploys(store, { filters: filter, range: shown, stepNs }, signal),
  ])
  const byTime = new Map(buckets.map(({ bucketNs, count }) => [bucketNs, count]))
  const values = times.map(({ fromNs }) => byTime.get(fromNs) ?? 0)
  const series = [{ name: 'exceptions', colour: 'bad', shape: 'bars', values }] as const
  return {
    ...counted,
    chart: layoutTimeSeries({ buckets: times, range: shown, series, marks, format: formatCount, whole: true }),
  }
}
