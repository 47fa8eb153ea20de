import { data, Link, useSearchParams } from 'react-router'
import { parseSearch } from '../../../search/parse-search.ts'
import { cursorOfException } from '../../../store/exceptions/cursor-of-exception.ts'
import { findAttemptsOf, listAttempts } from '../../../store/exceptions/list-attempts.ts'
import { listExceptions } from '../../../store/exceptions/list-exceptions.ts'
import { listSavedSearches } from '../../../store/saved-searches/list-saved-searches.ts'
import { listTraceUsers } from '../../../store/traces/list-trace-users.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { cached, lowPriority, query, tryQuery } from '../../data/query.ts'
import { searchPolicy } from '../../data/search-id.ts'
import { settingsContext } from '../../data/settings.ts'
import { pluralize } from '../../format/count.ts'
import { shortFunction } from '../../parts/event/short-function.ts'
import { ExceptionTable } from '../../parts/exception-list/exception-table.tsx'
import { SearchChart } from '../../ui/charts/search-chart.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InvalidFilters } from '../../ui/feedback/invalid-filters.tsx'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { FacetRail } from '../../ui/filters/facets.tsx'
import { QuickFilters } from '../../ui/filters/quick-filters.tsx'
import type { CompareHandle } from '../../ui/layout/use-can-compare.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { InvalidSearch } from '../../ui/search/invalid-search.tsx'
import { LackingKeysNote } from '../../ui/search/lacking.tsx'
import { SearchBox } from '../../ui/search/search-box.tsx'
import { FailureReasons, ListTotal } from '../../ui/table/list-total.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import {
  type ExceptionSort,
  exceptionCodecs,
  exceptionsPath,
  readExceptionFilters,
  toExceptionOrder,
} from '../../url/exception-filters.ts'
import { changeParams, redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { issuesPath } from '../../url/issue-filters.ts'
import { excludedServices, scopedPath } from '../../url/scope.ts'
import { floorToInterval } from '../../url/time-range.ts'
import type { Route } from './+types/exceptions.ts'
import { ExceptionFacets } from './exception-facets.tsx'
import { foldExceptions, toExceptionRows } from './fold-exceptions.server.ts'
import { summarizeExceptionSearch } from './summarize-exception-search.server.ts'

const PAGE_SIZE = 50
const KEPT_PARAMS = (['route', 'issue', 'side', 'sort'] as const).map(name => exceptionCodecs[name].param)

export const handle: CompareHandle = { canCompare: () => true }

/** Answers 400 and queries nothing where a filter cannot be read or the search has mistakes; store failures as `query` maps them. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { filters, filterErrors, range } = readExceptionFilters(args.url.searchParams, nowMs)
  const { search: searched, mistakes } = parseSearch(filters.search, 'exceptions')
  const { search, side, route } = filters
  const issues = scopedPath(issuesPath({ search, side, route, tab: 'all' }), args.url.searchParams)
  const views =
    filters.issue === ''
      ? [
          { label: 'Events', to: changeParams(args.url.searchParams, {}), isCurrent: true },
          { label: 'By issue', to: issues, isCurrent: false },
        ]
      : undefined
  if (filterErrors.length > 0 || mistakes.length > 0) {
    const nothing = {
      exceptions: [],
      size: 0,
      sorted: '',
      previous: undefined,
      next: undefined,
      views,
    }
    return data(
      { nowMs, filters, filterErrors, mistakes, ...nothing, counts: undefined, saved: undefined },
      { status: 400 },
    )
  }
  const hidden = excludedServices(filters, args.context.get(settingsContext).ownServices)
  const page = { after: filters.before, limit: PAGE_SIZE + 1, order: toExceptionOrder(filters.sort) }
  const asked = { ...filters, search: searched, hidden, range, ...page }
  const exceptions = await query(args, listExceptions, asked, searchPolicy(args))
  const shown = exceptions.slice(0, PAGE_SIZE)
  // The exception of a server rarely names its user, a span of its trace does.
  const traceIds = [...new Set(shown.map(({ traceId }) => traceId))].filter(id => id !== '')
  const [users, attempts] = await Promise.all([
    tryQuery(args, listTraceUsers, { traceIds }),
    tryQuery(args, listAttempts, { traceIds }),
  ])
  const byTrace = new Map('answer' in users ? users.answer.map(of => [of.traceId, of]) : [])
  // Begun when the rows are there: what counts all of the list must not keep back a page of it.
  const { counts, saved } = await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), {
    counts: tryQuery(
      args,
      summarizeExceptionSearch,
      { nowMs: floorToInterval(nowMs), range, filters, search: searched, hidden },
      { ...cached, ...lowPriority },
    ),
    saved: tryQuery(args, listSavedSearches, {}, { ...cached, ...lowPriority }),
  })
  const last = exceptions.length > PAGE_SIZE ? shown.at(-1) : undefined
  const rows = shown.map(exception => {
    const { sessionId = '', userId: user = '' } = byTrace.get(exception.traceId) ?? {}
    return {
      ...exception,
      sessionId: exception.sessionId || sessionId,
      user,
      attempts: 'answer' in attempts ? findAttemptsOf(exception, attempts.answer) : 1,
      function: shortFunction(exception.function ?? ''),
    }
  })
  const listOf = (issue: string) => exceptionsPath({ ...filters, issue, before: undefined })
  return {
    nowMs,
    filters,
    filterErrors,
    mistakes,
    // The list of one issue would be one row.
    exceptions:
      filters.issue === '' && (filters.sort === '-when' || filters.sort === 'when')
        ? foldExceptions(rows, listOf)
        : toExceptionRows(rows),
    size: shown.length,
    sorted: describeSort(filters.sort),
    // In the loader, so that the page's script does not include cursors and the filters of issues.
    previous: filters.before && { to: exceptionsPath({ ...filters, before: undefined }), label: 'First page' },
    next: last && {
      to: exceptionsPath({ ...filters, before: cursorOfException(last, page.order) }),
      label: filters.sort === '-when' ? 'Older' : 'Next page',
    },
    views,
    counts,
    saved,
  }
}

export default function ExceptionsPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, filterErrors, mistakes, exceptions, size, sorted, previous, next, views, counts, saved } =
    loaderData
  const [params] = useSearchParams()
  return (
    <>
      <title>Exceptions · Errata</title>
      <div className="page-head">
        <h1>Exceptions</h1>
        <p className="muted">
          {counts !== undefined && <span className="wide-only">{`${sorted}, ${describeTimeRange(filters)}`}</span>}
          <DeferredValue result={counts}>
            {total => (
              <>
                <span className="wide-only">: </span>
                <ListTotal compared={total} one="exception" />
                <LackingKeysNote values={total.values} isExact={total.isExact} />
              </>
            )}
          </DeferredValue>
        </p>
        <QuickFilters label="View" filters={views} />
        <SearchBox
          subject="exceptions"
          text={filters.search}
          mistakes={mistakes}
          params={params}
          keeps={KEPT_PARAMS}
          placeholder="type:TypeError message:~undefined -service:cart"
          saved={saved}
          counts={counts}
        />
      </div>
      {filters.issue !== '' && (
        <p className="notice">
          Issue <code>{filters.issue}</code>.{' '}
          <Link to={exceptionsPath({ ...filters, issue: '', before: undefined })}>Clear</Link>
        </p>
      )}
      <div className="with-facets">
        <div>
          <SearchChart title="Exceptions over time" counts={counts} hasLegend={false}>
            {filters.issue === '' ? ({ reasons }) => <FailureReasons reasons={reasons} /> : undefined}
          </SearchChart>
          {filterErrors.length > 0 ? (
            <InvalidFilters filterErrors={filterErrors} />
          ) : mistakes.length > 0 ? (
            <InvalidSearch params={params} />
          ) : exceptions.length === 0 ? (
            <NoExceptions params={params} />
          ) : (
            <ExceptionTable
              exceptions={exceptions}
              nowMs={nowMs}
              caption={`Exceptions, ${sorted.toLowerCase()}`}
              sorting={{ sort: filters.sort, none: exceptionCodecs.sort.defaultValue }}
            />
          )}
          <Pagination previous={previous} next={next}>
            {size > 0 && `${pluralize(size, 'exception')} on this page. `}
            {exceptions.length < size && 'Successive ones of an issue share a row. '}
            {size > 0 && <OwnTrafficNotice params={params} />}
          </Pagination>
        </div>
        <FacetRail counts={counts}>
          {answer => <ExceptionFacets counts={answer} filters={filters} params={params} />}
        </FacetRail>
      </div>
    </>
  )
}

function describeSort(sort: ExceptionSort): string {
  if (sort === '-when') return 'Newest first'
  if (sort === 'when') return 'Oldest first'
  return sort.startsWith('-') ? `By ${sort.slice(1)}, Z to A` : `By ${sort}`
}

function NoExceptions({ params }: { readonly params: URLSearchParams }) {
  if (params.size > 0) {
    return (
      <EmptyState title="No matching exceptions">
        <p>
          Choose a longer time range, or <Link to={scopedPath('/exceptions', params)}>clear all filters</Link>.{' '}
          <OwnTrafficNotice params={params} />
        </p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No exceptions in the last 24 hours">
      <p>
        Check that the <ScopedLink to="/status">pipeline</ScopedLink> is healthy.{' '}
        <Link to={changeParams(params, { last: '90d', from: '', to: '' })}>Search the last 90 days</Link>, or trigger
        one in the <Link to="/lab">lab</Link> if it is enabled. <OwnTrafficNotice params={params} />
      </p>
    </EmptyState>
  )
}
