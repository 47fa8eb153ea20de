import type { SearchExpression } from '../../../search/search.ts'
import { type ExceptionIssue, listExceptionFacets } from '../../../store/exceptions/list-exception-facets.ts'
import type { Store } from '../../../store/store.ts'
import type { TimeRange } from '../../../store/units.ts'
import { countAndCompare, endAtNow } from '../../data/count-and-compare.ts'
import { listDeploys } from '../../data/list-deploys.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { countReasons } from '../../parts/failure-reasons/count-reasons.server.ts'
import type { ChartColour } from '../../ui/charts/chart-model.ts'
import { layoutTimeSeries, type TimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { ONE_MINUTE_BUCKETS, timeBuckets } from '../../ui/charts/time-buckets.server.ts'
import { type ExceptionFilters, exceptionsPath } from '../../url/exception-filters.ts'

interface ExceptionSearchQuery {
  readonly nowMs: number
  readonly range: TimeRange
  readonly filters: ExceptionFilters
  readonly search: SearchExpression | undefined
  readonly hidden: readonly string[]
}

/** Of the issues with the most exceptions; the others are one series. The other colours are those of services. */
const COLOURS = ['series-bad-0', 'series-bad-1', 'series-bad-2', 'series-bad-3'] as const
const OTHERS: ChartColour = 'before'

/** Counts the exceptions of a whole list, with facets, a chart by issue and, on request, the previous period. */
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
  const [{ buckets, issues, ...counted }, marks] = await Promise.all([
    countAndCompare({ range, nowMs, compare, count }),
    listDeploys(store, { filters: filter, range: shown, stepNs }, signal),
  ])
  const place = (of: ExceptionIssue['buckets']) => {
    const byTime = new Map(of.map(({ bucketNs, count }) => [bucketNs, count]))
    return times.map(({ fromNs }) => byTime.get(fromNs) ?? 0)
  }
  const all = place(buckets)
  // Of one issue there is nothing to tell apart.
  const compared = issues.length > 1 ? issues : []
  const { reasons, others } = await countReasons(
    store,
    { issues: compared, total: counted.total, scope: filters },
    signal,
  )
  const top = COLOURS.slice(0, reasons.length).map((colour, i): TimeSeries => {
    const { title = '', issue = '' } = reasons[i] ?? {}
    const name = reasons.filter(other => other.title === title).length > 1 ? `${title} (${issue.slice(0, 4)})` : title
    const of = issues.find(each => each.issue === issue)
    return { name, colour, shape: 'bars', values: place(of?.buckets ?? []) }
  })
  const rest = all.map((sum, at) => top.reduce((left, { values }) => left - (values[at] ?? 0), sum))
  const series: TimeSeries[] = [
    ...top,
    ...(top.length === 0 ? [{ name: 'exceptions', colour: 'bad', shape: 'bars', values: all } as const] : []),
    ...(top.length > 0 && rest.some(count => count > 0)
      ? [{ name: 'others', colour: OTHERS, shape: 'bars', values: rest } as const]
      : []),
  ]
  return {
    ...counted,
    chart: layoutTimeSeries({ buckets: times, range: shown, series, marks, format: formatCount, whole: true }),
    reasons:
      reasons.length > 0
        ? {
            lead: { text: pluralize(counted.total, 'exception') },
            reasons: [
              ...reasons.map(({ issue, text }, i) => ({
                text,
                to: exceptionsPath({ ...filters, issue, before: undefined }),
                colour: COLOURS[i] ?? OTHERS,
              })),
              ...others.map(other => ({ ...other, colour: OTHERS })),
            ],
          }
        : undefined,
  }
}
