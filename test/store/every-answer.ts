import { parseSearch } from '../../search/parse-search.ts'
import type { SearchSubject } from '../../search/search.ts'
import { addPreviousPeriod } from '../../store/comparison.ts'
import { findByDigest } from '../../store/digests/find-by-digest.ts'
import { getDigestRecord } from '../../store/digests/get-digest-record.ts'
import { countExceptionsOverTime } from '../../store/exceptions/count-exceptions-over-time.ts'
import { listExceptions } from '../../store/exceptions/list-exceptions.ts'
import { listTraceExceptions } from '../../store/exceptions/list-trace-exceptions.ts'
import { listIssueChanges } from '../../store/issues/list-issue-changes.ts'
import { listIssueFacets } from '../../store/issues/list-issue-facets.ts'
import { listIssues } from '../../store/issues/list-issues.ts'
import { findLogs } from '../../store/logs/find-logs.ts'
import { countIngested } from '../../store/pipeline/count-ingested.ts'
import { getPipelineStatus } from '../../store/pipeline/get-pipeline-status.ts'
import { listReleasesSeen } from '../../store/releases/list-releases-seen.ts'
import { countRequestsOverTime } from '../../store/services/count-requests-over-time.ts'
import { getScopeChoices } from '../../store/services/get-scope-choices.ts'
import { listOperationChanges } from '../../store/services/list-operation-changes.ts'
import { countAffectedSessions } from '../../store/sessions/count-affected-sessions.ts'
import { findSessions } from '../../store/sessions/find-sessions.ts'
import { listSessionEvents } from '../../store/sessions/list-session-events.ts'
import { listSessionFacets } from '../../store/sessions/list-session-facets.ts'
import { listSessionHistory } from '../../store/sessions/list-session-history.ts'
import { listSessions } from '../../store/sessions/list-sessions.ts'
import { findSpans } from '../../store/spans/find-spans.ts'
import type { Store } from '../../store/store.ts'
import { getTrace } from '../../store/traces/get-trace.ts'
import { listTraceFacets } from '../../store/traces/list-trace-facets.ts'
import { listTraceLogs } from '../../store/traces/list-trace-logs.ts'
import { listTraces } from '../../store/traces/list-traces.ts'
import { nsOfMs, type TimeRange, type TraceId } from '../../store/units.ts'
import { listVitals } from '../../store/vitals/list-vitals.ts'

/** The subjects of the queries. */
export interface Subjects {
  readonly range: TimeRange
  readonly traceIds: readonly TraceId[]
  readonly digests: readonly string[]
  /** The service by which lists are also filtered. */
  readonly service: string
}

/** Results of the queries of every page, without storage times. */
export async function queryEveryPage(store: Store, { range, traceIds, digests, service }: Subjects) {
  const { signals, ...status } = await getPipelineStatus(store, { range })
  const traces = await Promise.all(
    traceIds.map(async traceId => ({
      trace: await getTrace(store, { traceId }),
      logs: await listTraceLogs(store, { traceId }),
      exceptions: await listTraceExceptions(store, { traceId }),
      history: await listSessionHistory(store, { traceId, range }),
      arrived: await countIngested(store, { traceId }),
    })),
  )
  const sessionIds = [...new Set(traces.flatMap(({ history }) => history.map(({ sessionId }) => sessionId)))].sort()
  return {
    sessions: await listSessions(store, { sessionIds }),
    steps: await Promise.all(sessionIds.map(sessionId => listSessionEvents(store, { sessionId, limit: 100 }))),
    list: await listTraces(store, { range, limit: 50 }),
    ofService: await listTraces(store, { range, service, limit: 50 }),
    ofTransactions: await listTraces(store, { range, itsAny: true, limit: 50 }),
    failed: await listTraces(store, { range, failedOnly: true, limit: 50 }),
    failedOfService: await listTraces(store, { range, failedOnly: true, service, limit: 50 }),
    services: (await getScopeChoices(store, { range })).services,
    exceptions: await listExceptions(store, { range, limit: 50 }),
    exceptionsOfService: await listExceptions(store, { range, service, limit: 50 }),
    searches: await everySearch(store, range),
    traces,
    digests: await Promise.all(
      digests.map(async digest => ({
        record: await getDigestRecord(store, { digest }),
        newest: await findByDigest(store, { digest }),
      })),
    ),
    overview: await everyOverview(store, range),
    rows: signals.map(({ signal, rows }) => [signal, rows]),
    status,
  }
}

/** What searches of each list find, the negated and the structural ones among them. */
async function everySearch(store: Store, range: TimeRange) {
  const page = { range, limit: 50 }
  const nowNs = nsOfMs(Date.now())
  const issues = { ...page, nowNs, tab: 'all', sort: 'last', offset: 0, who: '' } as const
  const ofSpans = ['service:shop', '-@http.route:/cart', '[service:shop] >> [kind:client]', '[] > [] -[service:cart]']
  const ofLogs = ['is:exception', '-has:event', 'no id']
  const ofExceptions = ['type:Much', '-route:/cart is:unhandled', 'undefined OR gone', 'has:@errata.error.digest']
  const ofSessions = ['-user:ada', '-is:error', 'has:browser']
  const searches = (texts: readonly string[], subject: SearchSubject) =>
    texts.map(text => parseSearch(text, subject).search)
  return {
    spans: await Promise.all(searches(ofSpans, 'spans').map(search => findSpans(store, { ...page, search }))),
    traces: await Promise.all(searches(ofSpans, 'spans').map(search => listTraces(store, { ...page, search }))),
    traceFacets: await listTraceFacets(store, { range, search: parseSearch('-@http.route:/cart', 'spans').search }),
    logs: await Promise.all(searches(ofLogs, 'logs').map(search => findLogs(store, { ...page, search }))),
    exceptions: await Promise.all(
      searches(ofExceptions, 'exceptions').map(search => listExceptions(store, { ...page, search })),
    ),
    sessions: await Promise.all(
      searches(ofSessions, 'sessions').map(search => findSessions(store, { ...page, search })),
    ),
    sessionFacets: await listSessionFacets(store, { range, search: parseSearch('-user:ada', 'sessions').search }),
    issueFacets: await listIssueFacets(store, { ...issues, search: parseSearch('-route:/cart', 'issues').search }),
    issues: await Promise.all(searches(ofExceptions, 'issues').map(search => listIssues(store, { ...issues, search }))),
  }
}

/** By buckets of every step that the tables are kept by. */
function everyOverview(store: Store, range: TimeRange) {
  return Promise.all(
    [5n, 30n, 180n].map(async minutes => {
      const comparison = addPreviousPeriod(range, minutes * 60_000_000_000n)
      return {
        requests: await countRequestsOverTime(store, { comparison }),
        exceptions: await countExceptionsOverTime(store, { comparison }),
        sessions: await countAffectedSessions(store, { comparison }),
        issues: await listIssueChanges(store, { comparison, nowNs: nsOfMs(Date.now()), limit: 10 }),
        releases: await listReleasesSeen(store, { comparison }),
        routes: await listOperationChanges(store, { comparison, leastNs: 5_000_000n, leastRows: 20, limit: 10 }),
        vitals: await listVitals(store, { comparison, bounds: [{ vital: 'lcp', good: 2500, poor: 4000 }] }),
      }
    }),
  )
}
