import { data, Link, useSearchParams } from 'react-router'
import { findLogPage } from '../../../store/logs/find-log-page.ts'
import { getLog } from '../../../store/logs/get-log.ts'
import { listLogPatterns } from '../../../store/logs/list-log-patterns.ts'
import { listSavedSearches } from '../../../store/saved-searches/list-saved-searches.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { cached, lowPriority, query, tryQuery } from '../../data/query.ts'
import { searchPolicy } from '../../data/search-id.ts'
import { settingsContext } from '../../data/settings.ts'
import { shortMessage } from '../../format/issue-title.ts'
import { readLogSearch } from '../../parts/log-search/read-log-search.server.ts'
import { linkRecord } from '../../parts/record-links/link-record.ts'
import { SearchChart } from '../../ui/charts/search-chart.tsx'
import { CopyAs } from '../../ui/copy/copy-as.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InvalidFilters } from '../../ui/feedback/invalid-filters.tsx'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { FacetRail } from '../../ui/filters/facets.tsx'
import { QuickFilters } from '../../ui/filters/quick-filters.tsx'
import { InvalidSearch } from '../../ui/search/invalid-search.tsx'
import { DifferingKeysNote, LackingKeysNote } from '../../ui/search/lacking.tsx'
import { SearchBox } from '../../ui/search/search-box.tsx'
import { SearchFacets } from '../../ui/search/search-facets.tsx'
import { ListTotal } from '../../ui/table/list-total.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { changeParams, PAGE_PARAMS, redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { hidesVitals, logCodecs, readLogFilters } from '../../url/log-filters.ts'
import { excludedServices, scopedPath } from '../../url/scope.ts'
import { floorToInterval } from '../../url/time-range.ts'
import type { Route } from './+types/logs.ts'
import { foldVitals, toLogRows } from './fold-vitals.ts'
import { linkPages } from './link-pages.ts'
import { LiveTail } from './live-tail.tsx'
import { compareWithEarlier, logPatternRows } from './log-pattern-rows.server.ts'
import { LogPatternTable } from './log-pattern-table.tsx'
import { LogTable } from './log-table.tsx'
import { severityFilters } from './severity-filters.server.ts'
import { summarizeLogSearch } from './summarize-log-search.server.ts'

const PAGE_SIZE = 100
const MAX_PATTERNS = 100
const NO_LOG_PAGE = { logs: [], start: undefined, hasNext: false }
const KEPT_PARAMS = ['vitals', 'patterns', 'columns', 'sort', 'live']

/** Answers 400 without a query if a filter or the search is invalid; for failures of the database see `query`. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { filters, filterErrors, range } = readLogFilters(args.url.searchParams, nowMs)
  const { search, mistakes } = readLogSearch(filters)
  const invalid = {
    nowMs,
    filters,
    filterErrors,
    mistakes,
    logs: [],
    patterns: undefined,
    open: undefined,
    previous: undefined,
    next: undefined,
    counts: undefined,
    saved: undefined,
    quick: severityFilters(filters, args.url.searchParams),
    sql: undefined,
  }
  if (filterErrors.length > 0 || mistakes.length > 0) return data(invalid, { status: 400 })

  const openRead = filters.open && query(args, getLog, filters.open)
  // The context of a record is in its service, though that may be one of Errata's own.
  const contextOf = filters.around && (await openRead)?.service
  const hidden = excludedServices(filters, args.context.get(settingsContext).ownServices).filter(
    name => name !== contextOf,
  )
  const asked = { search, range, hidden }
  const page = {
    place: { after: filters.before, until: filters.until, around: filters.around },
    limit: PAGE_SIZE,
    oldestFirst: filters.sort === 'time',
    columns: filters.columns,
  }
  const [open, { logs, start, hasNext }, found] = await Promise.all([
    openRead,
    filters.patterns ? NO_LOG_PAGE : query(args, findLogPage, { ...asked, ...page }, searchPolicy(args)),
    filters.patterns ? query(args, listLogPatterns, { ...asked, limit: MAX_PATTERNS }, searchPolicy(args)) : undefined,
  ])
  const { service, environment } = filters
  const params = args.url.searchParams
  const patternRows = found && logPatternRows(found.patterns, { search: filters.search, params })
  const policy = { ...cached, ...lowPriority }
  const atMs = floorToInterval(nowMs)
  const { counts, saved, changes } = await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), {
    changes: Promise.resolve(
      patternRows && tryQuery(args, compareWithEarlier, { ...asked, rows: patternRows, nowMs: atMs }, policy),
    ),
    counts: tryQuery(
      args,
      summarizeLogSearch,
      { ...asked, hidesVitals: hidesVitals(filters), filters: { service, environment }, nowMs: atMs },
      policy,
    ),
    saved: tryQuery(args, listSavedSearches, {}, policy),
  })
  // A live row would change under the reader, and columns are of one record each.
  const isFolded = !filters.live && filters.columns.length === 0
  const rows = isFolded ? foldVitals(logs, filters.open?.id) : toLogRows(logs)
  const pages = linkPages(filters, { logs, start, hasNext })
  return {
    nowMs,
    filters,
    filterErrors,
    mistakes,
    // By its ID: records of one trace are seen to belong together.
    logs: rows.map(log => ({
      ...log,
      body: log.exceptionType === '' ? log.body : shortMessage(log.body),
      links: linkRecord(log, log.traceId.slice(0, 6)),
    })),
    patterns: found && { rows: patternRows ?? [], changes, total: found.total, oneIn: found.oneIn },
    open,
    ...pages,
    counts,
    saved,
    quick: severityFilters(filters, params),
    sql: `/logs/sql${changeParams(params, { before: logCodecs.before.format(start) })}`,
  }
}

export default function LogsPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, filterErrors, mistakes, logs, patterns, open, previous, next, counts, saved, quick, sql } =
    loaderData
  const [params] = useSearchParams()
  return (
    <>
      <title>Logs · Errata</title>
      <div className="page-head">
        <h1>Logs</h1>
        <p className="muted">
          <span className="wide-only">{describeTimeRange(filters)}</span>
          <DeferredValue result={counts}>
            {({ total, oneIn, estimate, values }) => (
              <>
                <span className="wide-only">: </span>
                <ListTotal compared={{ total, isExact: oneIn === 1, before: undefined }} one="record" />
                {estimate}
                <span className="wide-only">
                  , <VitalsLink params={params} search={filters.search} />
                </span>
                <LackingKeysNote values={values} isExact={oneIn === 1} />
                <DifferingKeysNote values={values} isExact={oneIn === 1} search={filters.search} subject="logs" />
              </>
            )}
          </DeferredValue>
        </p>
        <QuickFilters label="Severity" filters={quick} result={counts} />
        <Link
          to={changeParams(params, { patterns: filters.patterns ? '' : '1', open: '', live: '' })}
          className="button"
          aria-current={filters.patterns ? 'true' : undefined}
        >
          Patterns
        </Link>
        {!filters.patterns && <LiveTail isLive={filters.live} params={params} />}
        <SearchBox
          subject="logs"
          text={filters.search}
          mistakes={mistakes}
          params={params}
          keeps={KEPT_PARAMS}
          placeholder="timeout severity:>=warn -service:cart"
          saved={saved}
          counts={counts}
        />
      </div>
      <div className="with-facets">
        <div>
          <SearchChart title="Records over time" counts={counts} />
          {filterErrors.length > 0 ? (
            <InvalidFilters filterErrors={filterErrors} />
          ) : counts === undefined ? (
            <InvalidSearch params={params} />
          ) : patterns !== undefined && patterns.total > 0 ? (
            <LogPatternTable {...patterns} nowMs={nowMs} />
          ) : logs.length === 0 ? (
            <NoLogs params={params} search={filters.search} />
          ) : (
            <LogTable
              logs={logs}
              nowMs={nowMs}
              columns={filters.columns}
              search={filters.search}
              sorting={{ sort: filters.sort, none: '-time' }}
              openId={filters.open?.id}
              open={open}
              around={filters.around}
            />
          )}
          <Pagination previous={previous} next={next}>
            {(logs.length > 0 || patterns !== undefined) && <HiddenNotices params={params} search={filters.search} />}{' '}
            {sql && patterns === undefined && (
              <>
                <CopyAs form="SQL" path={sql} /> <CopyAs form="curl" path={`/curl/logs${changeParams(params, {})}`} />
              </>
            )}
          </Pagination>
        </div>
        <FacetRail counts={counts}>
          {({ values, oneIn, titles }) => (
            <SearchFacets
              subject="logs"
              text={filters.search}
              params={params}
              values={values}
              isExact={oneIn === 1}
              titles={titles}
              actionFor={name =>
                !filters.columns.includes(name) && (
                  <Link
                    to={changeParams(params, { columns: [...filters.columns, name].join(',') })}
                    aria-label={`Add column ${name}`}
                    className="clear"
                    preventScrollReset
                  >
                    Add column
                  </Link>
                )
              }
            />
          )}
        </FacetRail>
      </div>
    </>
  )
}

interface SearchedProps {
  readonly params: URLSearchParams
  /** The text that was typed. */
  readonly search: string
}

/** Names the services that the list leaves out, with links that show them. */
function HiddenNotices({ params, search }: SearchedProps) {
  return (
    <>
      <span className="narrow-only">
        <VitalsLink params={params} search={search} />.{' '}
      </span>
      <OwnTrafficNotice params={params} />
    </>
  )
}

/** Browsers send more web vitals than anything else. */
function VitalsLink({ params, search }: SearchedProps) {
  const areHidden = hidesVitals({ search, vitals: params.has('vitals') })
  return (
    <>
      web vitals {areHidden ? 'hidden' : 'included'}:{' '}
      <Link to={changeParams(params, { vitals: areHidden ? '1' : '' })}>{areHidden ? 'show' : 'hide'}</Link>
    </>
  )
}

function NoLogs({ params, search }: SearchedProps) {
  return (
    <EmptyState title={PAGE_PARAMS.some(name => params.has(name)) ? 'No more logs' : 'No logs found'}>
      <p>
        <Link to={changeParams(params, { last: '7d', from: '', to: '' })}>Search the last 7 days</Link> or{' '}
        <Link to={scopedPath('/logs', params)}>clear the search</Link>.{' '}
        <HiddenNotices params={params} search={search} />
      </p>
    </EmptyState>
  )
}
