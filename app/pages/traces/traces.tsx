import { Suspense } from 'react'
import { data, useSearchParams } from 'react-router'
import { parseSearch } from '../../../search/parse-search.ts'
import { listSavedSearches } from '../../../store/saved-searches/list-saved-searches.ts'
import { groupSpans } from '../../../store/spans/group-spans.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { previousRange } from '../../data/count-and-compare.ts'
import { cached, lowPriority, tryQuery } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import { lazySection } from '../../parts/lazy-section.ts'
import { readGroups } from '../../parts/span-groups/read-groups.server.ts'
import { spanSearch } from '../../parts/trace-list/trace-search.ts'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import { InvalidFilters } from '../../ui/feedback/invalid-filters.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { type QuickFilter, QuickFilters } from '../../ui/filters/quick-filters.tsx'
import type { CompareHandle } from '../../ui/layout/use-can-compare.ts'
import { InvalidSearch } from '../../ui/search/invalid-search.tsx'
import { DifferingKeysNote, LackingKeysNote } from '../../ui/search/lacking.tsx'
import { SearchBox } from '../../ui/search/search-box.tsx'
import { ListTotal } from '../../ui/table/list-total.tsx'
import { changeParams, redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { excludedServices } from '../../url/scope.ts'
import { floorToInterval } from '../../url/time-range.ts'
import { chooseTraceSort, readTraceFilters, traceCodecs } from '../../url/trace-filters.ts'
import type { Route } from './+types/traces.ts'
import { lazyHeatMap, showsDurations } from './chart-switch.tsx'
import { findTracePage, nameRoots } from './find-trace-page.server.ts'
import { chartGroups, trendGroups } from './groups/trend-groups.server.ts'
import { ResultTabs } from './result-tabs.tsx'
import { TRACE_SORT_LABELS } from './sorts.ts'
import { summarizeSpanSearch } from './summarize-span-search.server.ts'
import { summarizeTraceSearch } from './summarize-trace-search.server.ts'
import { TraceFilterForm } from './trace-filter-form.tsx'
import { TraceResults } from './trace-results.tsx'

/** Behind a tab. */
const lazySpanResults = lazySection(async () => (await import('./span-results.tsx')).SpanResults)

const KEPT_PARAMS = [
  'sort',
  'durations',
  'show',
  'by',
  'measure',
  'order',
  'with',
  'operation',
  'failed',
  'its',
  'itsfailed',
  'itsany',
  'min',
  'max',
  'status',
  'issue',
]

export const handle: CompareHandle = { canCompare: params => !params.has(traceCodecs.show.param) }

/** Answers 400 without a query if a filter or the search is invalid; for failures of the database see `query`. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { filters: read, filterErrors, range } = readTraceFilters(args.url.searchParams, nowMs)
  const filters = { ...read, sort: chooseTraceSort(read, args.url.searchParams) }
  const { search: searched, mistakes } = parseSearch(filters.search, 'spans')
  const selection = parseSearch(filters.selection, 'spans')
  const selectionErrors = selection.mistakes.map(({ message }) => ({
    param: traceCodecs.selection.param,
    input: filters.selection,
    message,
  }))
  const grouped = readGroups(filters)
  const page = {
    nowMs,
    filters,
    filterErrors: [...filterErrors, ...selectionErrors, ...grouped.errors],
    mistakes,
    quick: filters.show === 'traces' ? failedFilters(filters.failedOnly, args.url.searchParams) : undefined,
    keys: filters.show === 'groups' ? groupChoices(filters.by, args.url.searchParams) : undefined,
  }
  if (page.filterErrors.length > 0 || mistakes.length > 0) {
    const nothing = {
      found: undefined,
      traceCounts: undefined,
      spanCounts: undefined,
      earlier: undefined,
      trends: undefined,
      groupCharts: undefined,
      saved: undefined,
      roots: undefined,
    }
    return data({ ...page, ...nothing }, { status: 400 })
  }
  const hidden = excludedServices(filters, args.context.get(settingsContext).ownServices)
  const asked = { search: spanSearch(filters, searched), range, hidden, nowMs: floorToInterval(nowMs) }
  if (filters.show !== 'traces') await lazySpanResults.ready()
  if (showsDurations(filters)) await lazyHeatMap.ready()
  const found = await findTracePage(args, { filters, searched, selection: selection.search, ...asked })
  // Started after the rows: counting the whole list must not delay a page of it.
  const policy = { ...cached, ...lowPriority }
  const until = await deferredWaitMs({ ...args, nowMs })
  if (filters.show === 'traces') {
    const traces = { nowMs: asked.nowMs, range, filters, search: searched, hidden }
    const { counts, saved } = await awaitUpTo(until, {
      counts: tryQuery(args, summarizeTraceSearch, traces, policy),
      saved: tryQuery(args, listSavedSearches, {}, policy),
    })
    const none = {
      spanCounts: undefined,
      earlier: undefined,
      trends: undefined,
      groupCharts: undefined,
      roots: undefined,
    }
    return { ...page, found, traceCounts: counts, saved, ...none }
  }
  const { service, environment, show } = filters
  const traceIds = found.show === 'spans' ? [...new Set(found.rows.map(({ traceId }) => traceId))] : []
  const { nowMs: _, ...groups } = asked
  const before = show === 'groups' ? previousRange(range, asked.nowMs) : undefined
  const counting = tryQuery(
    args,
    summarizeSpanSearch,
    { ...asked, selection: show === 'compare' ? selection.search : undefined, filters: { service, environment, show } },
    policy,
  )
  const trending =
    found.show === 'groups'
      ? tryQuery(
          args,
          trendGroups,
          {
            ...asked,
            filters,
            by: grouped.by,
            values: found.groups.groups.map(({ value }) => value),
          },
          policy,
        )
      : Promise.resolve(undefined)
  const comparing = before
    ? tryQuery(
        args,
        groupSpans,
        {
          ...groups,
          range: before,
          by: grouped.by,
          measure: grouped.measure,
          order: 'count',
          limit: MAX_EARLIER_GROUPS,
        },
        policy,
      )
    : Promise.resolve(undefined)
  const { counts, earlier, trends, groupCharts, saved, roots } = await awaitUpTo(until, {
    counts: counting,
    earlier: comparing,
    trends: trending.then(of => (of && 'answer' in of ? { answer: of.answer.lines } : of)),
    groupCharts:
      show === 'groups'
        ? Promise.all([counting, trending]).then(([all, of]) => chartGroups(all, of))
        : Promise.resolve(undefined),
    saved: tryQuery(args, listSavedSearches, {}, policy),
    roots: tryQuery(args, nameRoots, { traceIds }, lowPriority),
  })
  return { ...page, found, traceCounts: undefined, spanCounts: counts, earlier, trends, groupCharts, saved, roots }
}

/** More than are shown, so that what is shown is among them. */
const MAX_EARLIER_GROUPS = 500

/** Keys by which spans are grouped most; the box beside them takes any other. */
const GROUP_CHOICES = ['service', 'operation', 'name', 'status']

const groupChoices = (by: string, params: URLSearchParams): QuickFilter[] =>
  GROUP_CHOICES.map(key => ({ label: key, to: changeParams(params, { by: key }), isCurrent: key === by }))

const TITLES = { traces: 'Traces', spans: 'Spans', groups: 'Groups of spans', compare: 'Compared spans' } as const

function failedFilters(failedOnly: boolean, params: URLSearchParams): QuickFilter[] {
  const { param } = traceCodecs.failedOnly
  return [
    { label: 'All', to: changeParams(params, { [param]: '' }), isCurrent: !failedOnly },
    {
      label: 'With failures',
      to: changeParams(params, { [param]: '1' }),
      isCurrent: failedOnly,
      counts: { facet: 'failed', values: ['1'] },
    },
  ]
}

export default function TracesPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, filterErrors, mistakes, found, traceCounts, spanCounts, saved, roots, quick, keys } =
    loaderData
  const [params] = useSearchParams()
  return (
    <>
      <title>{`${TITLES[filters.show]} · Errata`}</title>
      <div className="page-head">
        <h1>{TITLES[filters.show]}</h1>
        <p className="muted">
          <span className="wide-only">
            {found?.show === 'traces' && `${TRACE_SORT_LABELS[filters.sort]}, `}
            {found !== undefined && describeTimeRange(filters)}
          </span>
          <DeferredValue result={traceCounts}>
            {total => (
              <>
                <span className="wide-only">: </span>
                <ListTotal compared={total} one="trace" />
                {total.percentiles}
                <LackingKeysNote values={total.values} isExact={total.isExact} />
              </>
            )}
          </DeferredValue>
          <DeferredValue result={spanCounts}>
            {({ total, oneIn, values, percentiles }) => (
              <>
                <span className="wide-only">: </span>
                <ListTotal compared={{ total, isExact: oneIn === 1, before: undefined }} one="span" />
                {found?.show === 'spans' && percentiles}
                {oneIn > 1 && found?.show === 'spans' && `, estimated from one trace in ${oneIn}`}
                <LackingKeysNote values={values} isExact={oneIn === 1} />
                <DifferingKeysNote values={values} isExact={oneIn === 1} search={filters.search} subject="spans" />
              </>
            )}
          </DeferredValue>
        </p>
        <QuickFilters label="Outcome" filters={quick} result={traceCounts} />
        <ResultTabs
          show={filters.show}
          by={filters.by}
          measure={filters.measure}
          keys={keys}
          params={params}
          counts={spanCounts}
        />
        {[traceCodecs.operation, traceCodecs.minDurationNs, traceCodecs.maxDurationNs].some(({ param }) =>
          params.has(param),
        ) && <TraceFilterForm filters={filters} filterErrors={filterErrors} params={params} />}
        <SearchBox
          subject="spans"
          text={filters.search}
          mistakes={mistakes}
          params={params}
          keeps={KEPT_PARAMS}
          placeholder={filters.show === 'compare' ? 'Among: service:shop' : 'service:shop is:error'}
          saved={saved}
          counts={traceCounts ?? spanCounts}
        />
      </div>
      {filterErrors.length > 0 ? (
        <InvalidFilters filterErrors={filterErrors} />
      ) : found === undefined ? (
        <InvalidSearch params={params} />
      ) : found.show === 'traces' ? (
        <TraceResults found={found} filters={filters} counts={traceCounts} nowMs={nowMs} />
      ) : (
        <Suspense>
          <lazySpanResults.Section
            found={found}
            filters={filters}
            counts={spanCounts}
            roots={roots}
            earlier={loaderData.earlier}
            trends={loaderData.trends}
            groupCharts={loaderData.groupCharts}
            nowMs={nowMs}
          />
        </Suspense>
      )}
    </>
  )
}
