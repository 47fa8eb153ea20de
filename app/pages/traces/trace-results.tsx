import { Suspense } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { cursorOfTrace } from '../../../store/traces/cursor-of-trace.ts'
import { pluralize } from '../../format/count.ts'
import { TraceTable } from '../../parts/trace-list/trace-table.tsx'
import { SearchChart } from '../../ui/charts/search-chart.tsx'
import { CopyAs } from '../../ui/copy/copy-as.tsx'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { FacetRail } from '../../ui/filters/facets.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { FailureReasons } from '../../ui/table/list-total.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { changeParams, samePage } from '../../url/filter-links.ts'
import { scopedPath } from '../../url/scope.ts'
import { type TraceFilters, toTraceOrder, traceCodecs } from '../../url/trace-filters.ts'
import { ChartSwitch, lazyHeatMap } from './chart-switch.tsx'
import { describeScale } from './describe-scale.ts'
import type { TracePage } from './find-trace-page.server.ts'
import { TRACE_SORT_LABELS } from './sorts.ts'
import type { summarizeTraceSearch } from './summarize-trace-search.server.ts'
import { TraceFacets } from './trace-facets.tsx'

const COMPARE_FORM = 'compare-traces'

type TraceSummaryResult = QueryResult<Awaited<ReturnType<typeof summarizeTraceSearch>>>

interface TraceResultsProps {
  readonly found: Extract<TracePage, { show: 'traces' }>
  readonly filters: TraceFilters
  readonly counts: TraceSummaryResult | Promise<TraceSummaryResult> | undefined
  readonly nowMs: number
}

/** The traces of a search, with a heat map and facets. */
export function TraceResults({ found: { traces, hasMore }, filters, counts, nowMs }: TraceResultsProps) {
  const [params] = useSearchParams()
  const last = traces.at(-1)
  const { before } = traceCodecs
  return (
    <div className="with-facets">
      <div>
        {filters.durations && counts !== undefined && (
          <DeferredSection result={counts} name="Durations over time" holds="map">
            {({ durations, reasons }) => (
              <>
                <Suspense>
                  <lazyHeatMap.Section durations={durations} params={params} />
                </Suspense>
                <FailureReasons reasons={reasons} />
              </>
            )}
          </DeferredSection>
        )}
        {!filters.durations && (
          <SearchChart title="Traces over time" counts={counts}>
            {({ reasons }) => <FailureReasons reasons={reasons} />}
          </SearchChart>
        )}
        {filters.issue !== '' && (
          <p className="notice">
            Traces whose first exception is of <ScopedLink to={`/issues/${filters.issue}`}>this issue</ScopedLink>.{' '}
            <Link to={changeParams(params, { issue: '' })}>Clear</Link>
          </p>
        )}
        {/* Not with the chart and the facets: a row that a key selects is hydrated before them. */}
        <Suspense>
          {traces.length === 0 ? (
            <NoTraces params={params} older={filters.before !== undefined} />
          ) : (
            <TraceTable
              traces={traces}
              nowMs={nowMs}
              caption={`Traces, ${TRACE_SORT_LABELS[filters.sort].toLowerCase()}`}
              sorting={{ sort: filters.sort, none: filters.durations ? '-duration' : traceCodecs.sort.defaultValue }}
              search={filters.search}
              selectedBy={COMPARE_FORM}
            />
          )}
        </Suspense>
        <Pagination
          previous={filters.before && { to: changeParams(params, {}), label: 'First page' }}
          next={
            hasMore &&
            last && {
              to: changeParams(params, {
                [before.param]: before.format(cursorOfTrace(last, toTraceOrder(filters.sort).by)),
              }),
              label: filters.sort === '-began' ? 'Older' : 'Next page',
            }
          }
        >
          {traces.length > 0 && `${pluralize(traces.length, 'trace')} on this page. `}
          {describeScale(traces)} {traces.length > 0 && <OwnTrafficNotice params={params} />}{' '}
          <CopyAs form="SQL" path={`/traces/sql${changeParams(params, samePage(params))}`} />{' '}
          <CopyAs form="curl" path={`/curl/traces${changeParams(params, {})}`} />
          <Form id={COMPARE_FORM} method="get" action="/traces/compare" className="wide-only">
            <button type="submit" className="copy">
              Compare two selected
            </button>
          </Form>
          <ScopedLink to="/traces/open" className="button copy">
            Open a file
          </ScopedLink>
        </Pagination>
      </div>
      <FacetRail
        counts={counts}
        action={
          <ChartSwitch
            ofDurations={filters.durations}
            to={changeParams(params, { durations: filters.durations ? '' : '1', sort: '' })}
          />
        }
      >
        {answer => <TraceFacets counts={answer} filters={filters} params={params} />}
      </FacetRail>
    </div>
  )
}

interface NoTracesProps {
  readonly params: URLSearchParams
  /** True on pages after the first. */
  readonly older: boolean
}

function NoTraces({ params, older }: NoTracesProps) {
  if (older) {
    return (
      <EmptyState title="No more traces">
        <p>There are no traces before this point.</p>
      </EmptyState>
    )
  }
  if (params.size > 0) {
    return (
      <EmptyState title="No matching traces">
        <p>
          Choose a longer time range, or <Link to={scopedPath('/traces', params)}>clear all filters</Link>.{' '}
          <OwnTrafficNotice params={params} />
        </p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No traces in the last 24 hours">
      <p>
        <Link to={changeParams(params, { last: '14d', from: '', to: '' })}>Search the last 14 days</Link>, check the{' '}
        <ScopedLink to="/status">pipeline page</ScopedLink> for ingest problems, or point a service at the OTLP port.
      </p>
      <p>
        <OwnTrafficNotice params={params} />
      </p>
    </EmptyState>
  )
}
