import { LACKING_KEYS_FACET } from '../../../search/lacking.ts'
import { type LogFacetQuery, listLogFacets } from '../../../store/logs/list-log-facets.ts'
import type { SearchFacets } from '../../../store/search-results/search-facets.ts'
import type { Store } from '../../../store/store.ts'
import { endAtNow } from '../../data/count-and-compare.ts'
import { listDeploys } from '../../data/list-deploys.ts'
import { formatCount } from '../../format/count.ts'
import type { ChartColour, TimeChartModel } from '../../ui/charts/chart-model.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { ONE_MINUTE_BUCKETS, timeBuckets } from '../../ui/charts/time-buckets.server.ts'
import type { LogFilters } from '../../url/log-filters.ts'

export interface LogSearchSummary extends Omit<SearchFacets, 'buckets' | 'cells'> {
  /** Log records over time, by severity. */
  readonly chart: TimeChartModel
  /** Behind the total: on how many of its rows it is based, if not on all. */
  readonly estimate: string
  /** Of the facets, in order. */
  readonly titles: Readonly<Record<string, string>>
}

/** Least severe first, so that errors are on top. */
const SERIES: readonly (readonly [name: string, severities: readonly string[], colour: ChartColour])[] = [
  ['debug and trace', ['trace', 'debug'], 'before'],
  ['none', ['none'], 'series-4'],
  ['info', ['info'], 'series-0'],
  ['warn', ['warn'], 'series-3'],
  ['error and fatal', ['error', 'fatal'], 'bad'],
]

const FACET_TITLES = {
  severity: 'Severity',
  service: 'Service',
  event: 'Event',
  environment: 'Environment',
  release: 'Release',
  scope: 'Scope',
}

/** Counts the log records of a search, with facets and a chart. */
export async function summarizeLogSearch(
  store: Store,
  {
    nowMs,
    filters,
    hidesVitals = false,
    ...asked
  }: Omit<LogFacetQuery, 'bucketNs'> & {
    readonly nowMs: number
    readonly filters: Pick<LogFilters, 'service' | 'environment'>
    /** @default false */
    readonly hidesVitals?: boolean
  },
  signal?: AbortSignal,
): Promise<LogSearchSummary> {
  const range = endAtNow(asked.range, nowMs)
  const { buckets: times, stepNs } = timeBuckets(range, ONE_MINUTE_BUCKETS)
  const { hidden = [] } = asked
  const [{ buckets, cells: _, ...counts }, marks] = await Promise.all([
    listLogFacets(store, { ...asked, bucketNs: stepNs }, signal),
    listDeploys(store, { filters: { ...filters, hidden }, range, stepNs }, signal),
  ])
  const byTime = Map.groupBy(buckets, ({ bucketNs }) => bucketNs)
  const series = SERIES.map(([name, severities, colour]) => ({
    name,
    colour,
    shape: 'bars' as const,
    values: times.map(({ fromNs }) =>
      (byTime.get(fromNs) ?? [])
        .filter(({ series }) => severities.includes(series))
        .reduce((sum, { count }) => sum + count, 0),
    ),
  }))
  const lacking = counts.values[LACKING_KEYS_FACET] ?? []
  const shown = series.filter(({ values }) => values.some(value => value > 0))
  return {
    ...counts,
    // Nobody has asked for records that have an event.
    values: { ...counts.values, [LACKING_KEYS_FACET]: lacking.filter(of => !hidesVitals || of.value !== 'event') },
    estimate: counts.oneIn > 1 ? `, estimated from one in ${counts.oneIn}` : '',
    titles: FACET_TITLES,
    chart: layoutTimeSeries({ buckets: times, range, series: shown, marks, format: formatCount, whole: true }),
  }
}
