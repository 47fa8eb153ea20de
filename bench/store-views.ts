import { parseSearch } from '../search/parse-search.ts'
import { addPreviousPeriod } from '../store/comparison.ts'
import { findByDigest } from '../store/digests/find-by-digest.ts'
import { getDigestRecord } from '../store/digests/get-digest-record.ts'
import { countExceptionsOverTime } from '../store/exceptions/count-exceptions-over-time.ts'
import { getException } from '../store/exceptions/get-exception.ts'
import { listExceptionFacets } from '../store/exceptions/list-exception-facets.ts'
import { type ListExceptionsParams, listExceptions } from '../store/exceptions/list-exceptions.ts'
import { listTraceExceptions } from '../store/exceptions/list-trace-exceptions.ts'
import { listIssueChanges } from '../store/issues/list-issue-changes.ts'
import { listDropWindows } from '../store/noise/list-drop-windows.ts'
import { listDrops } from '../store/noise/list-drops.ts'
import { getPipelineHealth } from '../store/pipeline/get-pipeline-health.ts'
import { getPipelineStatus } from '../store/pipeline/get-pipeline-status.ts'
import { listBrowserLosses } from '../store/pipeline/list-browser-losses.ts'
import { listLosses } from '../store/pipeline/list-losses.ts'
import { countReleaseIssues } from '../store/releases/count-release-issues.ts'
import { listReleaseDurations } from '../store/releases/list-release-durations.ts'
import { listReleaseIssues } from '../store/releases/list-release-issues.ts'
import { listReleaseLatencies } from '../store/releases/list-release-latencies.ts'
import { listReleaseRequests } from '../store/releases/list-release-requests.ts'
import { listReleaseSessions } from '../store/releases/list-release-sessions.ts'
import { listReleases, type Release } from '../store/releases/list-releases.ts'
import { listReleasesSeen } from '../store/releases/list-releases-seen.ts'
import { countRequestsOverTime } from '../store/services/count-requests-over-time.ts'
import { getScopeChoices } from '../store/services/get-scope-choices.ts'
import { listCalls } from '../store/services/list-calls.ts'
import { listLatencies } from '../store/services/list-latencies.ts'
import { listLatenciesOverTime } from '../store/services/list-latencies-over-time.ts'
import { listOperationChanges } from '../store/services/list-operation-changes.ts'
import { listRhythms } from '../store/services/list-rhythms.ts'
import { listSelfTimes } from '../store/services/list-self-times.ts'
import { countAffectedSessions } from '../store/sessions/count-affected-sessions.ts'
import { listSessionDropRules } from '../store/sessions/list-session-drop-rules.ts'
import { listSessionEvents } from '../store/sessions/list-session-events.ts'
import { listSessionHistory } from '../store/sessions/list-session-history.ts'
import { listSessions } from '../store/sessions/list-sessions.ts'
import { listUserSessions } from '../store/sessions/list-user-sessions.ts'
import { openStore, type Store } from '../store/store.ts'
import { getTrace } from '../store/traces/get-trace.ts'
import { listTraceFacets } from '../store/traces/list-trace-facets.ts'
import { listTraceLogs } from '../store/traces/list-trace-logs.ts'
import { type ListTracesParams, listTraces } from '../store/traces/list-traces.ts'
import { type Ns, nsOfMs, parseTraceId, rangeEndingAt } from '../store/units.ts'
import { listRouteVitals } from '../store/vitals/list-route-vitals.ts'
import { listVitals } from '../store/vitals/list-vitals.ts'
import type { TestEngine } from '../test/engine/start-engine.ts'

/** The newest exception of a filled store, a session, a user with sessions and the newest release. */
export interface NewestRecords {
  readonly atNs: Ns
  readonly id: string
  readonly traceId: string
  readonly digest: string
  readonly sessionId: string
  readonly userId: string
  readonly release: string
}

/** The queries of the app's pages on one store, run one after another. */
export interface PageQueries extends AsyncDisposable {
  readonly views: readonly string[]
  readonly asked: QueryRun[]
  open(view: string): Promise<void>
}

/** One run of a query. */
export interface QueryRun {
  readonly view: string
  readonly name: string
  readonly ms: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export function openPageQueries({ url, desk }: TestEngine, newest: NewestRecords): PageQueries {
  const store = openStore({ url, ...desk })
  const asked: QueryRun[] = []
  const views = viewsOf(newest)
  return {
    views: Object.keys(views),
    asked,
    async open(view) {
      const timed = timedStore(store, (name, ms) => asked.push({ view, name, ms }))
      for (const query of views[view] ?? []) await query(timed)
    },
    [Symbol.asyncDispose]: () => store.close(),
  }
}

/** Runs one query at a time: concurrent ones would wait for each other. */
function timedStore(store: Store, add: (name: string, ms: number) => void): Store {
  let last: Promise<unknown> = Promise.resolve()
  const query: Store['query'] = (statement, signal) => {
    const answer = last.then(async () => {
      const fromMs = performance.now()
      const rows = await store.query(statement, signal)
      add(statement.name, performance.now() - fromMs)
      return rows
    })
    last = answer.catch(() => undefined)
    return answer
  }
  return { ...store, query }
}

function viewsOf({
  atNs,
  id,
  digest,
  sessionId,
  userId,
  release,
  ...newest
}: NewestRecords): Record<string, ((store: Store) => Promise<unknown>)[]> {
  const traceId = parseTraceId(newest.traceId)
  if (traceId === undefined) throw new Error(`Not a trace id: ${newest.traceId}`)
  const range = rangeEndingAt(Date.now(), DAY_MS)
  /** The choices of every page's header. */
  const header = (store: Store) => getScopeChoices(store, { range })
  const traces = (query: Partial<ListTracesParams> = {}) => [
    (store: Store) => listTraces(store, { range, limit: 51, ...query }),
    header,
  ]
  const exceptions = (query: Partial<ListExceptionsParams> = {}) => [
    (store: Store) => listExceptions(store, { range, limit: 51, ...query }),
    header,
  ]
  const comparison = addPreviousPeriod(range, 1_800_000_000_000n)
  const service = 'shop'
  const dayBefore = (days: number) => rangeEndingAt(Date.now() - days * 24 * HOUR_MS, HOUR_MS)
  const hourAgo = rangeEndingAt(Date.now(), HOUR_MS).from
  return {
    overview: [
      store => countRequestsOverTime(store, { comparison }),
      store => countExceptionsOverTime(store, { comparison }),
      store => countAffectedSessions(store, { comparison }),
      store => listIssueChanges(store, { comparison, nowNs: nsOfMs(Date.now()), limit: 6 }),
      store => listReleasesSeen(store, { comparison }),
      store => listOperationChanges(store, { comparison, leastNs: 5_000_000n, leastRows: 20, limit: 6 }),
      store => listVitals(store, { comparison, bounds: [{ vital: 'lcp', good: 2500, poor: 4000 }] }),
      store => listDropWindows(store, { windows: [0, 1, 7].map(days => dayBefore(days)), hidden: [] }),
      store => listRhythms(store, { nowMs: Date.now(), leastSilenceMs: 600_000, leastRuns: 5, evenPart: 0.15 }),
      store => listDrops(store, { range, service: '', release: '', environment: '', hidden: [] }),
      header,
    ],
    traces: traces(),
    'traces-failed': traces({ failedOnly: true }),
    'traces-service': traces({ service: 'shop-browser' }),
    'traces-service-failed': traces({ service: 'checkout', failedOnly: true }),
    'traces-route': traces({ operation: '/shop/category-7/:product' }),
    'traces-text': traces({ search: parseSearch('category-7', 'spans').search }),
    'traces-slow': traces({ minDurationNs: 50_000_000n }),
    'traces-older': traces({ after: { atNs: hourAgo, id: 'f'.repeat(32) } }),
    'traces-14-days': traces({ range: rangeEndingAt(Date.now(), 14 * DAY_MS) }),
    'traces-longest': traces({ order: { by: 'duration', rising: false } }),
    'traces-counted': [store => listTraceFacets(store, { range })],
    'traces-counted-14-days': [store => listTraceFacets(store, { range: rangeEndingAt(Date.now(), 14 * DAY_MS) })],
    'traces-durations': [store => listTraceFacets(store, { range, bucketNs: 1_800_000_000_000n, isBanded: true })],
    exceptions: exceptions(),
    'exceptions-by-type': exceptions({ order: { by: 'type', rising: true } }),
    'exceptions-counted': [store => listExceptionFacets(store, { range })],
    'exceptions-counted-90-days': [
      store => listExceptionFacets(store, { range: rangeEndingAt(Date.now(), 90 * DAY_MS) }),
    ],
    vitals: [store => listRouteVitals(store, { comparison })],
    'exceptions-service': exceptions({ service: 'shop' }),
    'exceptions-text': exceptions({ search: parseSearch('step', 'exceptions').search }),
    'exceptions-older': exceptions({ after: { atNs: hourAgo, id: 'f'.repeat(16) } }),
    'exceptions-90-days': exceptions({ range: rangeEndingAt(Date.now(), 90 * DAY_MS) }),
    exception: [store => getException(store, { id, atNs })],
    trace: [
      store => getTrace(store, { traceId }),
      store => listTraceLogs(store, { traceId }),
      store => listTraceExceptions(store, { traceId }),
    ],
    digest: [
      store => getDigestRecord(store, { digest }),
      store => findByDigest(store, { digest }),
      store => listSessionHistory(store, { traceId, range: { from: atNs - BigInt(HOUR_MS) * 1_000_000n, to: atNs } }),
    ],
    status: [
      store => getPipelineStatus(store, { range }),
      store => listLosses(store, { range }),
      store => listBrowserLosses(store, { range }),
      store =>
        getPipelineHealth(store, { nowMs: Date.now(), canary: { app: '', sinceMs: Date.now(), refusal: undefined } }),
    ],
    session: [
      store => listSessions(store, { sessionIds: [sessionId] }),
      store => listSessionEvents(store, { sessionId, limit: 101 }),
      store => listSessionDropRules(store, { sessionId }),
    ],
    user: [
      async store => {
        const sessions = await listUserSessions(store, { userId, limit: 51 })
        await listSessions(store, { sessionIds: sessions.map(of => of.sessionId) })
      },
    ],
    releases: [
      async store => {
        const of = await listReleases(store, { limit: 200 })
        const releases = of.map(({ release }) => release)
        await listReleaseRequests(store, { releases, recentNs: nsOfMs(Date.now() - 86_400_000) })
        await listReleaseSessions(store, { releases })
        await listReleaseDurations(store, { releases })
        await countReleaseIssues(store, { of })
      },
    ],
    release: [
      async store => {
        const of: readonly Release[] = await listReleases(store, { release, limit: 200 })
        await listReleaseIssues(store, { of, limit: 20 })
        await listReleaseLatencies(store, { of, whats: ['duration'], limit: 20 })
        await listReleaseLatencies(store, { of, whats: ['lcp', 'inp', 'cls'], limit: 20 })
      },
    ],
    services: [store => listLatencies(store, { comparison, by: 'service', limit: 200 })],
    service: [
      store => listLatencies(store, { comparison, by: 'operation', service, limit: 50 }),
      store => listLatenciesOverTime(store, { comparison, service }),
      store => listSelfTimes(store, { range, service }),
      store => listCalls(store, { range, service, limit: 100 }),
    ],
    'service-map': [store => listCalls(store, { range, limit: 300 })],
    // Few or no matches: these search their range.
    'needle.traces-service': traces({ service: 'warehouse' }),
    'needle.traces-route': traces({ operation: '/shop/gift-cards/:card' }),
    'needle.traces-nothing': traces({ search: parseSearch('no-such-name', 'spans').search }),
    'needle.exceptions-nothing': exceptions({ search: parseSearch('no-such-words', 'exceptions').search }),
  }
}
