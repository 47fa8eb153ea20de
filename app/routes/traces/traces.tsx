import { data, Link, useSearchParams } from 'react-router'
import { cursorOfTrace } from '../../../store/traces/cursor-of-trace.ts'
import { listTraces } from '../../../store/traces/list-traces.ts'
import { pluralize } from '../../format/count.ts'
import { awaitUpTo, timeToFirstByte } from '../../server/await-up-to.ts'
import { cached, lowPriority, query, tryQuery } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { InvalidFilters } from '../../ui/filters/invalid-filters.tsx'
import { describeTimeRange } from '../../ui/filters/time-range-fields.tsx'
import { ListTotal } from '../../ui/table/list-total.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { TraceTable } from '../../ui/table/trace-table.tsx'
import { redirectWithoutEmptyParams, withParams } from '../../url/filter-links.ts'
import { excludedServices, scopedPath } from '../../url/scope.ts'
import { floorToInterval } from '../../url/time-range.ts'
import { orderOfTraces, readTraceFilters, traceCodecs, tracesPath } from '../../url/trace-filters.ts'
import type { Route } from './+types/traces.ts'
import { countTraces } from './count-traces.server.ts'
import { Durations } from './durations.tsx'
import { TraceFacets } from './trace-facets.tsx'
import { TraceFilterForm } from './trace-filter-form.tsx'

const PAGE = 50

/** Answers 400 and asks for no traces where a filter cannot be read; store failures as `query` maps them. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { filters, filterErrors, range } = readTraceFilters(args.url.searchParams, nowMs)
  if (filterErrors.length > 0) {
    return data({ nowMs, filters, filterErrors, traces: [], hasMore: false, counts: undefined }, { status: 400 })
  }
  const hidden = excludedServices(filters, args.context.get(settingsContext).ownServices)
  const page = { after: filters.before, limit: PAGE + 1, order: orderOfTraces(filters.sort) }
  const traces = await query(args, listTraces, { ...filters, hidden, range, ...page })
  // Begun when the rows are there: what counts all of the list must not keep back a page of it.
  const { counts } = await awaitUpTo(timeToFirstByte({ url: args.url, nowMs }), {
    counts: tryQuery(
      args,
      countTraces,
      { nowMs: floorToInterval(nowMs), range, filters, hidden },
      { ...cached, ...lowPriority },
    ),
  })
  return { nowMs, filters, filterErrors, traces: traces.slice(0, PAGE), hasMore: traces.length > PAGE, counts }
}

export default function TracesPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, filterErrors, traces, hasMore, counts } = loaderData
  const [params] = useSearchParams()
  const last = traces.at(-1)
  return (
    <>
      <title>Traces · Errata</title>
      <div className="page-head">
        <h1>Traces</h1>
        <p className="muted">
          {counts !== undefined && `${SORTS[filters.sort]}, ${describeTimeRange(filters)}`}
          <DeferredValue of={counts}>
            {total => (
              <>
                : <ListTotal of={total} one="trace" />
              </>
            )}
          </DeferredValue>
        </p>
        <TraceFilterForm filters={filters} filterErrors={filterErrors} params={params} />
      </div>
      {filters.durations && counts !== undefined && (
        <DeferredSection of={counts} name="Durations over time">
          {({ durations }) => <Durations durations={durations} params={params} />}
        </DeferredSection>
      )}
      <div className="with-facets">
        <div>
          {filterErrors.length > 0 ? (
            <InvalidFilters filterErrors={filterErrors} />
          ) : traces.length === 0 ? (
            <NoTraces params={params} older={filters.before !== undefined} />
          ) : (
            <TraceTable
              traces={traces}
              nowMs={nowMs}
              caption={`Traces, ${SORTS[filters.sort].toLowerCase()}`}
              sorting={{ sort: filters.sort, none: traceCodecs.sort.defaultValue }}
            />
          )}
          <Pagination
            previous={
              filters.before !== undefined && { to: tracesPath({ ...filters, before: undefined }), label: 'First page' }
            }
            next={
              hasMore &&
              last && {
                to: tracesPath({ ...filters, before: cursorOfTrace(last, orderOfTraces(filters.sort).by) }),
                label: filters.sort === '-began' ? 'Older' : 'Next page',
              }
            }
          >
            {traces.length > 0 && `${pluralize(traces.length, 'trace')} on this page, at most ${PAGE}. `}
            {traces.length > 0 && <OwnTrafficNotice params={params} />}
          </Pagination>
        </div>
        {counts !== undefined && (
          <aside aria-label="Filters" className="facets">
            <Link to={withParams(params, { [traceCodecs.durations.param]: filters.durations ? '' : '1' })}>
              {filters.durations ? 'Hide chart' : 'Durations over time'}
            </Link>
            <DeferredSection of={counts} name="Filters">
              {answer => <TraceFacets of={answer} filters={filters} params={params} />}
            </DeferredSection>
          </aside>
        )}
      </div>
    </>
  )
}

const SORTS = {
  '-began': 'Newest first',
  began: 'Oldest first',
  '-duration': 'Longest first',
  duration: 'Shortest first',
} as const

interface NoTracesProps {
  readonly params: URLSearchParams
  /** True on another page than the first. */
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
        <Link to={withParams(params, { last: '14d', from: '', to: '' })}>Search the last 14 days</Link>, check the{' '}
        <ScopedLink to="/status">pipeline page</ScopedLink> for ingest problems, or point a service at the OTLP port.
      </p>
      <p>
        <OwnTrafficNotice params={params} />
      </p>
    </EmptyState>
  )
}
