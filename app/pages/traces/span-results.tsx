import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { cursorOfSpan } from '../../../store/spans/cursor-of-span.ts'
import type { SpanGroups } from '../../../store/spans/group-spans.ts'
import { SearchChart } from '../../ui/charts/search-chart.tsx'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { FacetRail } from '../../ui/filters/facets.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { SearchFacets } from '../../ui/search/search-facets.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { changeParams } from '../../url/filter-links.ts'
import { scopedPath } from '../../url/scope.ts'
import { toggleClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { type TraceFilters, toSpanOrder, toSpanSort, traceCodecs } from '../../url/trace-filters.ts'
import { ChartSwitch, lazyHeatMap, showsDurations } from './chart-switch.tsx'
import { SpanComparisonHead, SpanComparisonTables } from './comparison.tsx'
import { describeScale } from './describe-scale.ts'
import type { TracePage } from './find-trace-page.server.ts'
import { GroupChartRow } from './groups/group-charts.tsx'
import { GroupTable } from './groups/group-table.tsx'
import type { GroupCharts, GroupTrends } from './groups/trend-groups.server.ts'
import { TRACE_SORT_LABELS } from './sorts.ts'
import { type RootNames, SpanTable } from './span-table.tsx'
import type { SpanSearchSummary } from './summarize-span-search.server.ts'

type EarlierGroups = QueryResult<SpanGroups> | undefined

interface SpanResultsProps {
  readonly found: Exclude<TracePage, { show: 'traces' }>
  readonly filters: TraceFilters
  readonly counts: QueryResult<SpanSearchSummary> | Promise<QueryResult<SpanSearchSummary>> | undefined
  readonly roots: RootNames | Promise<RootNames> | undefined
  /** The groups of the previous period. */
  readonly earlier: EarlierGroups | Promise<EarlierGroups>
  readonly trends: GroupTrends | Promise<GroupTrends>
  readonly groupCharts: QueryResult<GroupCharts> | Promise<QueryResult<GroupCharts>> | undefined
  readonly nowMs: number
}

/** The spans of a search, or groups of them, with a chart and facets. */
export function SpanResults({ found, filters, counts, roots, earlier, trends, groupCharts, nowMs }: SpanResultsProps) {
  const [params] = useSearchParams()
  const { durations: shown, minDurationNs: duration, selection, before } = traceCodecs
  const isEmpty = isEmptyResult(found)
  const last = found.show === 'spans' ? found.last : undefined
  const ofSpans = {
    many: found.show === 'compare' ? 'All spans' : 'Spans',
    isCompared: found.show === 'compare',
    between: (leastNs: bigint, endNs: bigint) => {
      const clause = `duration:${duration.format(leastNs)}..${duration.format(endNs)}`
      return found.show === 'compare'
        ? { [selection.param]: clause }
        : { [SEARCH_PARAM]: toggleClause(filters.search, clause, 'spans') }
    },
  }
  const hasHeatMap = showsDurations(filters)
  const groupChartRow = !hasHeatMap && found.show === 'groups' && (
    <GroupChartRow result={groupCharts} by={filters.by} values={found.groups.groups.map(({ value }) => value)} />
  )
  // The table answers first, unless the charts would be far below it.
  const hasFewGroups = found.show === 'groups' && found.groups.groups.length <= MAX_GROUPS_ABOVE_CHARTS
  return (
    <div className="with-facets">
      <div>
        {found.show === 'compare' && !isEmpty && (
          <SpanComparisonHead
            comparison={found.comparison}
            strongest={found.strongest}
            reasons={found.reasons}
            selection={filters.selection}
            search={filters.search}
            params={params}
            counts={counts}
          />
        )}
        {hasHeatMap && counts !== undefined && (
          <DeferredSection result={counts} name="The chart" holds="map">
            {({ durations }) => (
              <Suspense>
                <lazyHeatMap.Section durations={durations} params={params} subject={ofSpans} />
              </Suspense>
            )}
          </DeferredSection>
        )}
        {!hasHeatMap && found.show !== 'groups' && <SearchChart title="Spans over time" counts={counts} />}
        {hasFewGroups || groupChartRow}
        {/* Not with the chart and the facets: a row that a key selects is hydrated before them. */}
        <Suspense>
          {isEmpty ? (
            <EmptyState title={filters.before === undefined ? 'No matching spans' : 'No more spans'}>
              <p>
                Choose a longer time range, or <Link to={scopedPath('/traces', params)}>clear all filters</Link>.{' '}
                <OwnTrafficNotice params={params} />
              </p>
            </EmptyState>
          ) : found.show === 'spans' ? (
            <>
              {found.repeated && (
                <p className="notice warn-notice">
                  <ScopedLink to={found.repeated.to}>{found.repeated.text}</ScopedLink>
                </p>
              )}
              <SpanTable
                rows={found.rows}
                roots={roots}
                nowMs={nowMs}
                caption={`Spans, ${TRACE_SORT_LABELS[toSpanSort(filters.sort)].toLowerCase()}`}
                sorting={{
                  sort: toSpanSort(filters.sort),
                  none: hasHeatMap ? '-duration' : traceCodecs.sort.defaultValue,
                }}
                search={filters.search}
              />
            </>
          ) : found.show === 'compare' ? (
            <SpanComparisonTables
              comparison={found.comparison}
              selection={filters.selection}
              search={filters.search}
              params={params}
            />
          ) : (
            <GroupTable
              groups={found.groups}
              by={filters.by}
              measure={filters.measure}
              order={filters.order}
              search={filters.search}
              earlier={earlier}
              trends={trends}
            />
          )}
        </Suspense>
        {hasFewGroups && groupChartRow}
        <Pagination
          previous={filters.before && { to: changeParams(params, {}), label: 'First page' }}
          next={
            last && {
              to: changeParams(params, {
                [before.param]: before.format(cursorOfSpan(last, toSpanOrder(filters.sort).by)),
              }),
              label: toSpanSort(filters.sort) === '-began' ? 'Older' : 'Next page',
            }
          }
        >
          {found.show === 'spans' && describeScale(found.rows.filter(({ isFolded }) => !isFolded))}{' '}
          {!isEmpty && <OwnTrafficNotice params={params} />}
        </Pagination>
      </div>
      <FacetRail
        counts={counts}
        action={
          <ChartSwitch
            ofDurations={hasHeatMap}
            to={changeParams(params, { [shown.param]: filters.durations ? '' : '1', sort: '' })}
          />
        }
      >
        {({ values, oneIn }) => (
          <SearchFacets
            subject="spans"
            text={filters.search}
            params={params}
            values={values}
            isExact={oneIn === 1}
            titles={FACET_TITLES}
            actionFor={name => (
              <Link
                to={changeParams(params, { show: 'groups', by: `@${name}` })}
                aria-label={`Group by ${name}`}
                className="clear"
              >
                Group by this
              </Link>
            )}
          />
        )}
      </FacetRail>
    </div>
  )
}

const MAX_GROUPS_ABOVE_CHARTS = 10

function isEmptyResult(of: SpanResultsProps['found']): boolean {
  switch (of.show) {
    case 'spans':
      return of.rows.length === 0
    case 'groups':
      return of.groups.groups.length === 0
    case 'compare':
      return of.comparison.selected + of.comparison.others === 0
  }
}

const FACET_TITLES = {
  service: 'Service',
  operation: 'Operation',
  name: 'Name',
  kind: 'Kind',
  route: 'Route',
  status: 'HTTP status',
  environment: 'Environment',
  release: 'Release',
}
