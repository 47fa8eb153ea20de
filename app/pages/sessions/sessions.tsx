import { data, Link, useSearchParams } from 'react-router'
import { parseSearch } from '../../../search/parse-search.ts'
import { nameIssues } from '../../../store/issues/name-issues.ts'
import { listSavedSearches } from '../../../store/saved-searches/list-saved-searches.ts'
import { findSessions } from '../../../store/sessions/find-sessions.ts'
import { listSessions } from '../../../store/sessions/list-sessions.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { cached, lowPriority, query, tryQuery } from '../../data/query.ts'
import { searchPolicy } from '../../data/search-id.ts'
import { settingsContext } from '../../data/settings.ts'
import { formatBrowser } from '../../format/browser.ts'
import { pluralize } from '../../format/count.ts'
import { shortType } from '../../format/issue-title.ts'
import { describeLastIssues } from '../../parts/session-events/describe-issues.server.ts'
import { SessionTable } from '../../parts/session-list/session-table.tsx'
import { SearchChart } from '../../ui/charts/search-chart.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InvalidFilters } from '../../ui/feedback/invalid-filters.tsx'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { FacetRail } from '../../ui/filters/facets.tsx'
import { type QuickFilter, QuickFilters } from '../../ui/filters/quick-filters.tsx'
import { InvalidSearch } from '../../ui/search/invalid-search.tsx'
import { LackingKeysNote } from '../../ui/search/lacking.tsx'
import { SearchBox } from '../../ui/search/search-box.tsx'
import { SearchFacets } from '../../ui/search/search-facets.tsx'
import { ListTotal } from '../../ui/table/list-total.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { changeParams, redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { excludedServices, scopedPath } from '../../url/scope.ts'
import { hasClause, toggleClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { floorToInterval } from '../../url/time-range.ts'
import type { Route } from './+types/sessions.ts'
import { readSessionListFilters, sessionListCodecs } from './session-filters.ts'
import { summarizeSessionSearch } from './summarize-session-search.server.ts'

const PAGE_SIZE = 50

/** Answers 400 and queries nothing where a filter cannot be read or the search has mistakes; store failures as `query` maps them. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { filters, filterErrors, range } = readSessionListFilters(args.url.searchParams, nowMs)
  const { search: searched, mistakes } = parseSearch(filters.search, 'sessions')
  const quick = exceptionFilters(filters.search, args.url.searchParams)
  const page = { nowMs, filters, filterErrors, mistakes, quick }
  if (filterErrors.length > 0 || mistakes.length > 0) {
    const nothing = {
      sessions: [],
      last: undefined,
      hasMore: false,
      named: undefined,
      counts: undefined,
      saved: undefined,
    }
    return data({ ...page, ...nothing }, { status: 400 })
  }
  const { service, environment, release, before } = filters
  const hidden = excludedServices(filters, args.context.get(settingsContext).ownServices)
  const scope = { service, environment, release, hidden }
  const asked = { search: searched, range, ...scope }
  const found = await query(args, findSessions, { ...asked, after: before, limit: PAGE_SIZE + 1 }, searchPolicy(args))
  const places = found.slice(0, PAGE_SIZE)
  const sessionIds = places.map(({ sessionId }) => sessionId)
  const sessions = await query(args, listSessions, { sessionIds })
  const { named, counts, saved } = await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), {
    named: tryQuery(args, nameIssues, { sessions, nowNs: BigInt(nowMs) * 1_000_000n }, lowPriority).then(result =>
      'answer' in result ? { answer: describeLastIssues(sessions, result.answer) } : result,
    ),
    counts: tryQuery(
      args,
      summarizeSessionSearch,
      { ...asked, nowMs: floorToInterval(nowMs) },
      { ...cached, ...lowPriority },
    ),
    saved: tryQuery(args, listSavedSearches, {}, { ...cached, ...lowPriority }),
  })
  return {
    ...page,
    sessions: sessionIds.flatMap(id => sessions.find(({ sessionId }) => sessionId === id) ?? []),
    last: places.at(-1),
    hasMore: found.length > PAGE_SIZE,
    named,
    counts,
    saved,
  }
}

function exceptionFilters(search: string, params: URLSearchParams): QuickFilter[] {
  const clause = 'is:exception'
  const isChosen = hasClause(search, clause, 'sessions')
  const toggled = changeParams(params, { [SEARCH_PARAM]: toggleClause(search, clause, 'sessions') })
  const current = changeParams(params, {})
  return [
    { label: 'All', to: isChosen ? toggled : current, isCurrent: !isChosen },
    {
      label: 'With exceptions',
      to: isChosen ? current : toggled,
      isCurrent: isChosen,
      counts: { facet: 'exception', values: ['1'] },
    },
  ]
}

export default function SessionsPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, filterErrors, mistakes, quick, sessions, last, hasMore, named, counts, saved } = loaderData
  const [params] = useSearchParams()
  return (
    <>
      <title>Sessions · Errata</title>
      <div className="page-head">
        <h1>Sessions</h1>
        <p className="muted">
          {filterErrors.length === 0 && <span className="wide-only">{describeTimeRange(filters)}</span>}
          <DeferredValue result={counts}>
            {total => (
              <>
                <span className="wide-only">: </span>
                <ListTotal compared={{ ...total, before: undefined }} one="session" />
                {total.impact}
                <LackingKeysNote values={total.values} />
              </>
            )}
          </DeferredValue>
        </p>
        <QuickFilters label="Exceptions" filters={quick} result={counts} />
        <SearchBox
          subject="sessions"
          text={filters.search}
          mistakes={mistakes}
          params={params}
          keeps={[]}
          placeholder="user:ada route:/cart is:error"
          saved={saved}
          counts={counts}
        />
      </div>
      {filterErrors.length > 0 ? (
        <InvalidFilters filterErrors={filterErrors} />
      ) : (
        <div className="with-facets">
          <div>
            <SearchChart title="Sessions over time" counts={counts} />
            {mistakes.length > 0 ? (
              <InvalidSearch params={params} />
            ) : sessions.length === 0 ? (
              <EmptyState title={filters.before === undefined ? 'No matching sessions' : 'No more sessions'}>
                <p>
                  A session is found by one of its events. Choose a longer time range, or{' '}
                  <Link to={scopedPath('/sessions', params)}>clear all filters</Link>.{' '}
                  <OwnTrafficNotice params={params} />
                </p>
              </EmptyState>
            ) : (
              <SessionTable
                sessions={sessions}
                nowMs={nowMs}
                caption="Sessions, the latest match first"
                issues={named}
                hasUsers
              />
            )}
            <Pagination
              previous={filters.before !== undefined && { to: changeParams(params, {}), label: 'First page' }}
              next={
                hasMore &&
                last && { to: changeParams(params, { before: sessionListCodecs.before.format(last) }), label: 'Older' }
              }
            >
              {sessions.length > 0 && `${pluralize(sessions.length, 'session')} on this page. `}
              {sessions.length > 0 && <OwnTrafficNotice params={params} />}
            </Pagination>
          </div>
          <FacetRail counts={counts}>
            {({ values }) => (
              <SearchFacets
                subject="sessions"
                text={filters.search}
                params={params}
                values={values}
                isExact
                titles={FACET_TITLES}
                formatValue={(name, value) => FACET_FORMATS[name]?.(value) ?? value}
              />
            )}
          </FacetRail>
        </div>
      )}
    </>
  )
}

const FACET_TITLES = {
  type: 'Exception',
  service: 'Service',
  environment: 'Environment',
  release: 'Release',
  route: 'Route',
  browser: 'Browser',
}

const FACET_FORMATS: Readonly<Record<string, (value: string) => string>> = { type: shortType, browser: formatBrowser }
