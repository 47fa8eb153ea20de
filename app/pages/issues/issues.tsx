import { data, Form, Link, useSearchParams } from 'react-router'
import { parseSearch } from '../../../search/parse-search.ts'
import { countAffected } from '../../../store/issues/count-affected.ts'
import { chooseBuckets, countIssues } from '../../../store/issues/count-issues.ts'
import { listIssueFacets } from '../../../store/issues/list-issue-facets.ts'
import { listIssues } from '../../../store/issues/list-issues.ts'
import { listReleasesSeen } from '../../../store/releases/list-releases-seen.ts'
import { listSavedSearches } from '../../../store/saved-searches/list-saved-searches.ts'
import { readAuthor } from '../../access/author-cookie.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { endAtNow, previousRange } from '../../data/count-and-compare.ts'
import { cached, lowPriority, query, tryQuery } from '../../data/query.ts'
import { searchPolicy } from '../../data/search-id.ts'
import { formatCount } from '../../format/count.ts'
import { ActionBar, ActionButton } from '../../parts/issue-actions/action-bar.tsx'
import { ActionResult } from '../../parts/issue-actions/action-result.tsx'
import { MAX_ISSUES } from '../../parts/issue-actions/parse-issue-action.ts'
import { runAction } from '../../parts/issue-actions/run-action.server.ts'
import { stopsOf } from '../../parts/issue-state/find-stops.ts'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import { InvalidFilters } from '../../ui/feedback/invalid-filters.tsx'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { FacetRail } from '../../ui/filters/facets.tsx'
import { useReader } from '../../ui/layout/use-reader.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { LackingKeysNote } from '../../ui/search/lacking.tsx'
import { SearchBox } from '../../ui/search/search-box.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { GROUPING_PATH as GROUPING } from '../../url/grouping-address.ts'
import { ISSUE_TABS, type IssueFilters, issueCodecs, issuesPath } from '../../url/issue-filters.ts'
import { scopedPath } from '../../url/scope.ts'
import { floorToInterval } from '../../url/time-range.ts'
import type { Route } from './+types/issues.ts'
import { IssueFacets } from './issue-facets.tsx'
import { countEvents, issueRow, layoutTrends } from './issue-rows.server.ts'
import { IssueSort } from './issue-sort.tsx'
import { IssueTable } from './issue-table.tsx'
import { NoIssues } from './no-issues.tsx'
import { PAGE_SIZE, readList } from './read-list.server.ts'
import { SelectedCount } from './selected-count.tsx'

/** Responds with 400, without querying, if a filter or the search is invalid. `query` handles errors of the store. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const asked = readList(args)
  const { filters, filterErrors, mistakes, nowMs, listFilters, list } = asked
  const { name: who } = await readAuthor(args)
  // Exceptions have no owner.
  const canListExceptions = parseSearch(filters.search, 'exceptions').mistakes.length === 0
  if (filterErrors.length > 0 || mistakes.length > 0) {
    const nothing = {
      issues: [],
      counts: undefined,
      hasMore: false,
      trends: undefined,
      affected: undefined,
      before: undefined,
      stops: undefined,
      facets: undefined,
      saved: undefined,
    }
    return data({ nowMs, who, filters, filterErrors, mistakes, canListExceptions, ...nothing }, { status: 400 })
  }
  const { issues, counts, merges } = await query(
    args,
    listIssues,
    { ...list, who, limit: PAGE_SIZE + 1 },
    searchPolicy(args),
  )
  const shown = issues.slice(0, PAGE_SIZE)
  const { from: fromNs, to: toNs } = list.range
  const rows = shown.map(one => issueRow(one, list))
  // Begun when the rows are there, as on every list.
  const { nowNs, ...filter } = listFilters
  const counted = { ...filter, issues: shown.map(({ issue }) => issue), merges }
  const drawn = endAtNow(list.range, nowMs)
  const trended = { ...counted, stepNs: chooseBuckets(drawn).stepNs, nowNs }
  const earlier = previousRange(list.range, floorToInterval(nowMs))
  const seen = { ...listFilters, comparison: { fromNs, toNs } }
  const { trends, affected, before, stops, facets, saved } = await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), {
    trends: tryQuery(args, countIssues, trended, { ...cached, ...lowPriority }).then(result =>
      'answer' in result ? { answer: layoutTrends(shown, result.answer, drawn) } : result,
    ),
    affected: tryQuery(
      args,
      countAffected,
      { ...listFilters, issues: counted.issues, merges },
      { ...cached, ...lowPriority },
    ),
    before: earlier
      ? tryQuery(args, countEvents, { ...counted, range: earlier }, { ...cached, ...lowPriority })
      : Promise.resolve(undefined),
    stops: tryQuery(args, listReleasesSeen, seen, { ...cached, ...lowPriority }).then(result =>
      'answer' in result ? { answer: stopsOf(shown, { releases: result.answer, fromNs, nowNs: list.nowNs }) } : result,
    ),
    facets: tryQuery(args, listIssueFacets, { ...listFilters, who }, { ...cached, ...lowPriority }),
    saved: tryQuery(args, listSavedSearches, {}, { ...cached, ...lowPriority }),
  })
  return {
    nowMs,
    who,
    filters,
    filterErrors,
    mistakes,
    canListExceptions,
    issues: rows,
    counts,
    hasMore: issues.length > PAGE_SIZE,
    trends,
    affected,
    before,
    stops,
    facets,
    saved,
  }
}

/** Changes the selected issues, or all that match. */
export function action(args: Route.ActionArgs) {
  return runAction(args, async form => {
    if (form.get('all') === null) return form.getAll('issue').filter(issue => typeof issue === 'string')
    const { list, filterErrors, mistakes } = readList(args)
    if (filterErrors.length > 0 || mistakes.length > 0) return []
    const all = { ...list, who: (await readAuthor(args)).name, offset: 0, limit: MAX_ISSUES }
    return (await query(args, listIssues, all)).issues.map(({ issue }) => issue)
  })
}

const KEPT_PARAMS = (['tab', 'sort', 'side', 'route', 'owner'] as const).map(name => issueCodecs[name].param)
const TAB_NAMES = { open: 'Unresolved', mine: 'Mine', muted: 'Muted', resolved: 'Resolved', all: 'All' } as const

export default function IssuesPage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    nowMs,
    who,
    filters,
    filterErrors,
    mistakes,
    canListExceptions,
    issues,
    counts,
    hasMore,
    trends,
    affected,
    before,
    stops,
    facets,
    saved,
  } = loaderData
  const [params] = useSearchParams()
  const sent = actionData?.sent
  const inTab = counts?.[filters.tab] ?? 0
  return (
    <>
      <title>Issues · Errata</title>
      <div className="page-head">
        <h1>Issues</h1>
        {counts !== undefined && (
          <nav className="tabs" aria-label="State">
            {ISSUE_TABS.map(tab => (
              <Link
                key={tab}
                to={issuesPath({ ...filters, tab, page: 1 })}
                aria-current={tab === filters.tab ? 'page' : undefined}
              >
                {TAB_NAMES[tab]} <span className="muted">{formatCount(counts[tab])}</span>
              </Link>
            ))}
          </nav>
        )}
        {canListExceptions && (filters.search !== '' || filters.route !== '') && (
          <MatchingExceptionsLink filters={filters} params={params} />
        )}
        {/* Actions ask for it when they need it. */}
        {(who !== '' || filters.tab === 'mine') && <AuthorForm who={who} />}
        <SearchBox
          subject="issues"
          text={filters.search}
          mistakes={mistakes}
          params={params}
          keeps={KEPT_PARAMS}
          placeholder="type:TypeError owner:ada -route:/cart"
          saved={saved}
          counts={facets}
        />
        {filters.search !== '' && (
          <DeferredValue result={facets}>{({ values }) => <LackingKeysNote values={values} isAlone />}</DeferredValue>
        )}
      </div>
      <ActionResult actionError={actionData} />
      {filterErrors.length > 0 ? (
        <InvalidFilters filterErrors={filterErrors} />
      ) : mistakes.length > 0 ? null : (
        <div className="with-facets">
          <div>
            {issues.length === 0 ? (
              <NoIssues filters={filters} who={who} params={params} />
            ) : (
              <Form method="post" preventScrollReset className="issue-form">
                <SelectedCount>
                  <label className="check button-row">
                    <input
                      type="checkbox"
                      name="all"
                      value="1"
                      defaultChecked={sent?.some(([name]) => name === 'all')}
                    />{' '}
                    {inTab > MAX_ISSUES
                      ? `Select the first ${MAX_ISSUES} of ${formatCount(inTab)}`
                      : `Select all ${formatCount(inTab)}`}
                  </label>
                  <ActionBar releases={[]}>
                    <ActionButton name="merge-selected">Merge selected</ActionButton>
                  </ActionBar>
                  <IssueSort filters={filters} />
                </SelectedCount>
                <IssueTable
                  issues={issues}
                  trends={trends}
                  affected={affected}
                  before={before}
                  stops={stops}
                  nowMs={nowMs}
                  filters={filters}
                  sent={sent}
                />
              </Form>
            )}
            <Pagination
              previous={
                filters.page > 1 && { to: issuesPath({ ...filters, page: filters.page - 1 }), label: 'Previous page' }
              }
              next={hasMore && { to: issuesPath({ ...filters, page: filters.page + 1 }), label: 'Next page' }}
            >
              {issues.length > 0 && <OwnTrafficNotice params={params} />}{' '}
              <ScopedLink to={GROUPING}>Grouping rules</ScopedLink>
            </Pagination>
          </div>
          <FacetRail counts={facets}>
            {answer => <IssueFacets counts={answer} filters={filters} params={params} />}
          </FacetRail>
        </div>
      )}
    </>
  )
}

interface MatchingExceptionsLinkProps {
  readonly filters: IssueFilters
  readonly params: URLSearchParams
}

/** Links to the exceptions that a search matches: they need not be the latest of their issue. */
function MatchingExceptionsLink({ filters, params }: MatchingExceptionsLinkProps) {
  const { side, route, search } = filters
  return <Link to={scopedPath(exceptionsPath({ side, route, search }), params)}>View exceptions</Link>
}

/** The name shown with a reader's actions. Where nobody signs in, readers enter it themselves. */
function AuthorForm({ who }: { readonly who: string }) {
  if (useReader()?.name) return null
  return (
    <details className="who muted">
      <summary>{who === '' ? 'Set your name' : who}</summary>
      <Form method="post" className="filters">
        <label>
          <span>Your name</span>
          <input type="text" name="who" defaultValue={who} maxLength={60} autoComplete="nickname" />
        </label>
        <button type="submit" name="do" value="name">
          Save
        </button>
      </Form>
    </details>
  )
}
