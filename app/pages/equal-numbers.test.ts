import fc from 'fast-check'
import { isRouteErrorResponse, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { endAt, previousPeriod, type ScopeFilter } from '../../store/comparison.ts'
import { countAffected } from '../../store/issues/count-affected.ts'
import { getIssue } from '../../store/issues/get-issue.ts'
import { knownAffected } from '../../store/issues/known-affected.ts'
import { listIssues } from '../../store/issues/list-issues.ts'
import { listTraces } from '../../store/traces/list-traces.ts'
import { nsOfMs, type TimeRange } from '../../store/units.ts'
import { isNightly } from '../../test/is-nightly.ts'
import {
  exceptionRow,
  type InsertedRow,
  openTestStore,
  spanRow,
  type TestStore,
} from '../../test/store/open-test-store.ts'
import { previousRange } from '../data/count-and-compare.ts'
import { storeContext } from '../data/query.ts'
import { TEST_SETTINGS } from '../data/settings.test-data.ts'
import { settingsContext } from '../data/settings.ts'
import { pluralize } from '../format/count.ts'
import { formatDuration } from '../format/duration.ts'
import { queryRelease, queryReleases } from '../parts/release-comparison/query-releases.server.ts'
import { querySummary } from '../parts/request-summary/query-summary.server.ts'
import { readFilters } from '../url/codec.ts'
import { exceptionCodecs } from '../url/exception-filters.ts'
import { floorToInterval, resolveRelativeRange } from '../url/time-range.ts'
import { readTraceFilters } from '../url/trace-filters.ts'
import { summarizeExceptionSearch } from './exceptions/summarize-exception-search.server.ts'
import { resolveAffected } from './issue/issue-view.server.ts'
import { countEvents } from './issues/issue-rows.server.ts'
import { queryIssues, queryLatencies, querySessions } from './overview/query-overview.server.ts'
import { queryOperations, queryServiceCharts, queryServices } from './services/query-services.server.ts'
import { loader as loadUser } from './sessions/user.tsx'
import { summarizeTraceSearch } from './traces/summarize-trace-search.server.ts'

const settings = { ...TEST_SETTINGS, ownServices: [] }

// What two pages say of the same thing is the same number, and what plain SQL counts in the rows. A new page or number belongs here.

const nowMs = floorToInterval(Date.now())
const nowNs = nsOfMs(nowMs)
const SECOND_NS = 1_000_000_000n

/** An error or a request, and who made it. */
interface Told {
  readonly is: 'request' | 'logged' | 'logged in a trace' | 'event' | 'logged event'
  /** Before now; less than 0 is dated ahead. */
  readonly seconds: number
  /** Which part of a nanosecond range within the second. */
  readonly ns: number
  readonly service: 'shop' | 'cart' | 'shop-browser'
  readonly environment: 'production' | 'staging'
  readonly release: '1' | '2'
  readonly failed: boolean
  readonly ms: number
  readonly type: 'TypeError' | 'RangeError'
  readonly session: string
  readonly user: string
  readonly userKey: 'user.id' | 'enduser.id'
  /** Whether the error itself names them, or only the span of its trace. */
  readonly names: 'error' | 'span'
  /** Whether the request is made by one of the shop, of release 1 in production, which is the root of the trace. */
  readonly isCalled: boolean
  readonly isDeliveredTwice: boolean
}

const told: fc.Arbitrary<Told> = fc.record({
  is: fc.constantFrom('request', 'request', 'request', 'logged', 'logged in a trace', 'event', 'logged event'),
  seconds: fc.integer({ min: -120, max: 2_400 }),
  ns: fc.integer({ min: 0, max: 999_999_999 }),
  service: fc.constantFrom('shop', 'cart', 'shop-browser'),
  environment: fc.constantFrom('production', 'staging'),
  release: fc.constantFrom('1', '2'),
  failed: fc.boolean(),
  ms: fc.integer({ min: 1, max: 3_000 }),
  type: fc.constantFrom('TypeError', 'RangeError'),
  session: fc.constantFrom('', 'a', 'b', 'c'),
  user: fc.constantFrom('', 'ann', 'ben', 'cat'),
  userKey: fc.constantFrom('user.id', 'enduser.id'),
  names: fc.constantFrom('error', 'span'),
  isCalled: fc.boolean(),
  isDeliveredTwice: fc.boolean(),
})

interface Asked {
  readonly range: TimeRange
  readonly scope: Required<Pick<ScopeFilter, 'service' | 'environment' | 'release'>>
}

const moment = fc.integer({ min: 0, max: 1_300 }).map(seconds => nowNs - BigInt(seconds) * SECOND_NS)
const asked: fc.Arbitrary<Asked> = fc.record({
  range: fc.oneof(
    fc.constant(resolveRelativeRange('15m', nowMs)),
    fc.tuple(moment, moment).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a + 1n })),
  ),
  scope: fc.record({
    service: fc.constantFrom('', 'shop', 'cart'),
    environment: fc.constantFrom('', 'production', 'staging'),
    release: fc.constantFrom('', '1', '2'),
  }),
})

/** What the contradictions of the issue were about, each seen to fail. */
const plain: Told = {
  ...{
    is: 'request',
    seconds: 60,
    ns: 1,
    service: 'shop',
    environment: 'production',
    release: '1',
    failed: false,
    ms: 20,
  },
  ...{ type: 'TypeError', session: '', user: '', userKey: 'user.id', names: 'error', isCalled: false },
  isDeliveredTwice: false,
}
const whole = { service: '', environment: '', release: '' }
const last15 = resolveRelativeRange('15m', nowMs)
const KNOWN: [Told[], Asked[]][] = [
  [
    // "Last 15 minutes" counted what was up to twenty minutes ago; the time before ended with a bucket.
    [14, 15, 16, 19, 29, 31, 34].flatMap(minutes =>
      (['request', 'logged', 'event'] as const).map(is => ({ ...plain, is, seconds: 60 * minutes + 1 })),
    ),
    [{ range: last15, scope: whole }],
  ],
  [
    // Requests of a service in a release that the root of their traces has not.
    [{ ...plain, service: 'cart', release: '2', environment: 'staging', isCalled: true }],
    [
      { range: last15, scope: { service: 'cart', environment: '', release: '2' } },
      { range: last15, scope: { service: 'cart', environment: 'staging', release: '' } },
    ],
  ],
  [
    // Whom errors name, and whom only their traces do.
    (['error', 'span', 'span'] as const).map((names, i) => ({
      ...plain,
      is: 'logged in a trace',
      names,
      ...{ session: 'abc'.charAt(i), user: ['ann', 'ben', 'cat'][i] ?? '' },
    })),
    [{ range: last15, scope: whole }],
  ],
  [
    // Users that errors name, but no session, or by the older name.
    [
      { ...plain, is: 'logged', user: 'ann' },
      { ...plain, is: 'logged in a trace', names: 'span', user: 'ben', type: 'RangeError' },
      { ...plain, is: 'event', names: 'span', user: 'cat', userKey: 'enduser.id', session: 'a', type: 'RangeError' },
    ],
    [{ range: last15, scope: whole }],
  ],
  [
    // A canary: few slow requests among many of the release before.
    [
      ...Array.from({ length: 60 }, (_, i) => ({ ...plain, seconds: 5 * i + 300, ms: 80 + (i % 9) })),
      ...Array.from({ length: 25 }, (_, i) => ({ ...plain, seconds: 10 * i + 1, release: '2' as const, ms: 1_900 })),
      ...Array.from({ length: 60 }, (_, i) => ({ ...plain, seconds: 4 * i + 1, ms: 80 + (i % 9) })),
    ],
    [{ range: last15, scope: { service: 'shop', environment: '', release: '' } }],
  ],
]

function rowsOf(one: Told, index: number): InsertedRow[] {
  const { is, service, environment, release, type, names } = one
  const at = nowNs - BigInt(one.seconds) * SECOND_NS + BigInt(one.ns)
  const hex = (of: number, digits: number) => (index * 8 + of + 1).toString(16).padStart(digits, '0')
  const ids = { at, traceId: hex(0, 32), spanId: hex(0, 16), service }
  const resource = { 'deployment.environment.name': environment, 'service.version': release }
  const who = {
    ...(one.session && { 'session.id': one.session }),
    ...(one.user && { [one.userKey]: one.user }),
  }
  const attributes = {
    'exception.type': type,
    'exception.message': `message ${index}`,
    'errata.issue.fingerprint': `${service} ${type}`,
  }
  const named = { ...attributes, ...(names === 'error' && who) }
  const isEvent = is === 'event' || is === 'logged event'
  const parent = one.isCalled ? { parentSpanId: hex(1, 16), kind: 'Server' } : {}
  const span = spanRow({
    ...ids,
    ...parent,
    resource,
    durationNs: BigInt(one.ms) * 1_000_000n,
    attributes: is === 'request' || names === 'span' ? who : {},
    status: one.failed ? 'Error' : 'Ok',
    events: isEvent ? [{ name: 'exception', attributes: named }] : [],
  })
  const caller = spanRow({
    ...{ at: at - 1n, traceId: ids.traceId, spanId: hex(1, 16), service: 'shop' },
    resource: { 'deployment.environment.name': 'production', 'service.version': '1' },
  })
  const log = exceptionRow({
    ...ids,
    ...(is === 'logged' && { traceId: '', spanId: '' }),
    resource,
    stacktrace: '',
    type,
    message: `message ${index}`,
    attributes: { ...named, ...(is === 'logged' && who), 'log.record.uid': `${index}` },
  })
  return [
    ...(is === 'logged' ? [] : [span]),
    ...(is !== 'logged' && one.isCalled ? [caller] : []),
    ...(is.startsWith('logged') ? [log] : []),
  ]
}

/** Counted in the rows as they were delivered, without any of the tables and expressions of counts. */
async function countRows(store: TestStore, { range: { from, to }, scope }: Asked) {
  const environment = "ResourceAttributes['deployment.environment.name']"
  const conditions = [
    `Timestamp >= fromUnixTimestamp64Nano(${from}) AND Timestamp < fromUnixTimestamp64Nano(${to})`,
    ...(scope.service ? [`ServiceName = '${scope.service}'`] : []),
    ...(scope.environment ? [`${environment} = '${scope.environment}'`] : []),
    ...(scope.release ? [`ResourceAttributes['service.version'] = '${scope.release}'`] : []),
  ].join(' AND ')
  const requests = await store.querySql<{ service: string; requests: string; failed: string; p95: string }>(
    `SELECT service, count() AS requests, countIf(isFailed) AS failed, quantileExact(0.95)(duration) AS p95 FROM (
      SELECT DISTINCT ServiceName AS service, TraceId, SpanId, StatusCode = 'Error' AS isFailed, Duration AS duration
      FROM otel_traces WHERE (ParentSpanId = '' OR SpanKind = 'Server') AND ${conditions}
    ) GROUP BY service ORDER BY service`,
  )
  const user = (of: string) => `coalesce(nullIf(${of}['user.id'], ''), ${of}['enduser.id'])`
  const errors = await store.querySql<{ issue: string; events: string; sessions: string[]; users: string[] }>(
    `SELECT issue, uniqExact(message) AS events, arraySort(groupUniqArrayIf(session, session != '')) AS sessions,
      arraySort(groupUniqArrayIf(user, user != '')) AS users
    FROM (
      SELECT attributes['errata.issue.fingerprint'] AS issue, attributes['exception.message'] AS message,
        coalesce(nullIf(own, ''), nullIf(ofTrace.session, ''), '') AS session,
        coalesce(nullIf(${user('attributes')}, ''), nullIf(ofTrace.user, ''), '') AS user
      FROM (
        SELECT TraceId, LogAttributes AS attributes, LogAttributes['session.id'] AS own
        FROM otel_logs WHERE LogAttributes['exception.type'] != '' AND ${conditions}
        UNION ALL
        SELECT TraceId, arrayJoin(\`Events.Attributes\`) AS attributes, SpanAttributes['session.id'] AS own
        FROM otel_traces WHERE ${conditions}
      ) AS error
      LEFT JOIN (
        SELECT TraceId, max(SpanAttributes['session.id']) AS session, max(${user('SpanAttributes')}) AS user
        FROM otel_traces GROUP BY TraceId
      ) AS ofTrace USING TraceId
    ) GROUP BY issue ORDER BY issue`,
  )
  const traces = await store.querySql<{ id: string }>(
    `SELECT DISTINCT TraceId AS id FROM otel_traces WHERE (ParentSpanId = '' OR SpanKind = 'Server') AND ${conditions}
    AND TraceId IN (SELECT TraceId FROM otel_traces WHERE ParentSpanId = ''
      AND Timestamp >= fromUnixTimestamp64Nano(${from}) AND Timestamp < fromUnixTimestamp64Nano(${to})) ORDER BY id`,
  )
  return {
    requests: requests.map(row => [row.service, Number(row.requests), Number(row.failed)] as const),
    p95: new Map(requests.map(row => [row.service, BigInt(row.p95)])),
    errors: errors.map(({ events, ...row }) => ({ ...row, events: Number(events) })),
    traces: traces.map(({ id }) => id),
  }
}

type Counts = Awaited<ReturnType<typeof countRows>>
const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0)
const eventsOf = ({ errors }: Counts, issue: string) => errors.find(of => of.issue === issue)?.events ?? 0
const distinct = (of: readonly string[][]) => new Set(of.flat()).size

/** Requests and failures of a list of services, as `countRows` has them. */
const asRows = (
  services: readonly {
    service: string
    requests: { now: number; before: number }
    failed: { now: number; before: number }
  }[],
  at: 'now' | 'before',
) =>
  services
    .map(({ service, requests, failed }) => [service, requests[at], failed[at]] as const)
    .filter(([, requests]) => requests > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

async function expectEqual(store: TestStore, query: Asked) {
  const { range, scope } = query
  const [now, before] = await Promise.all([
    countRows(store, query),
    countRows(store, { scope, range: previousPeriod(range, nowNs) }),
  ])
  const list = { range, nowMs, listFilters: { ...scope, hidden: [] } }
  const filter = { range, nowNs, ...scope, hidden: [] }

  // Requests: overview, services, service.
  const [summary, { services }, latencies] = await Promise.all([
    querySummary(store, list),
    queryServices(store, { ...list, sort: '-requests' }),
    queryLatencies(store, list),
  ])
  for (const [at, rows] of [
    ['now', now],
    ['before', before],
  ] as const) {
    expect(asRows(summary.services, at), `services of the overview, ${at}`).toEqual(rows.requests)
    expect(asRows(services, at), `list of services, ${at}`).toEqual(rows.requests)
    const read = services.flatMap(({ service, latency }) => (latency ? [{ service, of: latency[at] }] : []))
    for (const { service, of } of read) {
      const expected = rows.requests.find(([name]) => name === service)
      expect([service, of.requests, of.failed], `latencies of ${service}, ${at}`).toEqual(expected ?? [service, 0, 0])
      expect(of.p95, `p95 of ${service}, ${at}`).toBe(rows.p95.get(service) ?? 0n)
    }
  }
  expect(latencies.map(({ service, p95 }) => [service, p95]).toSorted(), 'p95 of the overview').toEqual(
    [...now.p95].toSorted(),
  )
  const bars = summary.requestChart.table.rows.map(([, count]) => Number(count))
  expect(sum(bars), 'bars of transactions').toBe(summary.requests.now)
  const lastedMinutes = Number(endAt(range, nowNs).to - range.from) / 60e9
  if (lastedMinutes >= 1) {
    expect(summary.perMinute, 'transactions a minute').toBeCloseTo(summary.requests.now / lastedMinutes, 9)
  }
  const service = now.requests[0]?.[0]
  if (service !== undefined && scope.service === service) {
    const one = { ...list, listFilters: { ...list.listFilters, service } }
    const [charts, { operations }] = await Promise.all([queryServiceCharts(store, one), queryOperations(store, one)])
    const { requests, failed } = charts.summary
    expect([service, requests.now, failed.now], 'page of a service').toEqual(now.requests[0])
    expect(sum(operations.map(({ now }) => now.requests)), 'operations of a service').toBe(requests.now)
    expect(sum(operations.map(({ before }) => before.requests)), 'operations of a service before').toBe(requests.before)
  }

  // Exceptions: overview, list of exceptions, issues, issue.
  const exceptions = { now: sum(now.errors.map(of => of.events)), before: sum(before.errors.map(of => of.events)) }
  expect(summary.exceptions, 'exceptions of the overview').toEqual(exceptions)
  const { filters } = readFilters(exceptionCodecs, new URLSearchParams())
  const listed = { ...list, filters: { ...filters, ...scope, compare: true }, search: undefined, hidden: [] }
  expect(await summarizeExceptionSearch(store, listed), 'list of exceptions').toMatchObject({
    total: exceptions.now,
    ...(range.from > 0n && { before: exceptions.before }),
  })
  const all = { ...filter, tab: 'all', offset: 0, limit: 100, who: '' } as const
  const byEvents = await listIssues(store, { ...all, sort: 'events' })
  const byTime = await listIssues(store, { ...all, sort: 'last' })
  const eventsBy = ({ issues }: typeof byEvents) => new Map(issues.map(({ issue, events }) => [issue, events]))
  expect(eventsBy(byTime), 'issues by time').toEqual(eventsBy(byEvents))
  expect(eventsBy(byEvents), 'issues by events').toEqual(new Map(now.errors.map(of => [of.issue, of.events])))
  const earlier = previousRange(range, nowMs)
  const named = now.errors.map(({ issue }) => issue)
  const countedBefore = await countEvents(store, {
    ...filter,
    range: earlier ?? { from: 0n, to: 0n },
    issues: named,
    merges: byEvents.merges,
  })
  const changes = await queryIssues(store, list)
  const affected = await countAffected(store, { ...filter, issues: named, merges: byEvents.merges })
  for (const { issue, events, sessions, users } of now.errors) {
    const page = await getIssue(store, { issue, ...filter })
    if (page === undefined || !('counts' in page)) return expect.fail(`no page of ${issue}`)
    expect([page.counts.events, page.counts.before.events], `page of ${issue}`).toEqual([
      events,
      eventsOf(before, issue),
    ])
    expect(sum(page.counts.buckets.map(of => of.events)), `bars of ${issue}`).toBe(events)
    expect(countedBefore.get(issue) ?? 0, `${issue} before in the list`).toBe(eventsOf(before, issue))
    const change = changes.find(of => of.issue === issue)
    if (change)
      expect([change.now, change.before], `${issue} on the overview`).toEqual([events, eventsOf(before, issue)])

    // Sessions and users: whom errors name, else whom their traces do.
    const row = byEvents.issues.find(of => of.issue === issue)
    const shown = (what: 'users' | 'sessions') => knownAffected(what, row?.[what] ?? 0, affected.get(issue)).count
    expect([shown('sessions'), shown('users')], `affected by ${issue} in the list`).toEqual([
      sessions.length,
      users.length,
    ])
    const { text } = await resolveAffected(store, { ...filter, ...page, found: undefined })
    const none = users.length + sessions.length === 0
    expect(text, `affected by ${issue}`).toBe(
      none ? 'No session or user data' : `${pluralize(users.length, 'user')}, ${pluralize(sessions.length, 'session')}`,
    )
    for (const user of users) expect(await statusOfUser(store, user), `page of ${user}`).not.toBe(404)
    if (change) expect(change.users, `users of ${issue} on the overview`).toBe(users.length)
  }
  expect(await querySessions(store, list), 'affected sessions').toEqual({
    now: distinct(now.errors.map(({ sessions }) => sessions)),
    before: distinct(before.errors.map(({ sessions }) => sessions)),
  })

  // Traces: those with a request of the scope.
  if (scope.service !== '' && (scope.environment !== '' || scope.release !== '')) {
    const traces = await listTraces(store, { range, ...scope, limit: 500 })
    expect(traces.map(({ traceId }) => traceId as string).toSorted(), 'list of traces').toEqual(now.traces)
    const traceFilters = { ...readTraceFilters(new URLSearchParams(), nowMs).filters, ...scope }
    const counted = { nowMs, range, filters: traceFilters, search: undefined, hidden: [] }
    expect((await summarizeTraceSearch(store, counted)).total, 'total of traces').toBe(now.traces.length)
  }
}

/** 200, that of a redirect, or 404. */
async function statusOfUser(store: TestStore, userId: string): Promise<number> {
  const context = new RouterContextProvider()
  context.set(storeContext, store)
  context.set(settingsContext, settings)
  const url = new URL(`/users/${userId}`, 'http://desk.example')
  const args = { context, request: new Request(url), url, params: { userId }, pattern: '/users/:userId' } as const
  try {
    await loadUser(args)
    return 200
  } catch (answer) {
    if (answer instanceof Response) return answer.status
    return isRouteErrorResponse(answer) || 'init' in Object(answer) ? 404 : expect.fail(String(answer))
  }
}

/** Of a release, as long as anything of it is stored. */
async function expectEqualReleases(store: TestStore) {
  const scope = { service: 'shop', environment: '', release: '2' }
  const rows = await countRows(store, { range: { from: 0n, to: nowNs + 600n * SECOND_NS }, scope })
  const [, requests = 0, failed = 0] = rows.requests[0] ?? []
  if (requests === 0) return
  const asked = { ...scope, hidden: [], nowMs }
  const page = await queryRelease(store, asked)
  const { deploys } = await queryReleases(store, { ...asked, release: '' })
  for (const deploy of [page?.deploy, deploys.find(of => of.release === '2')]) {
    expect(deploy?.failed, 'requests of a release').toMatchObject({ part: failed, whole: requests })
    const duration = deploy?.durations.find(of => of.service === 'shop')
    expect([duration?.p95, duration?.requests], 'p95 of a release').toEqual([rows.p95.get('shop'), requests])
  }
  const range = resolveRelativeRange('90d', nowMs)
  const charts = await queryServiceCharts(store, { range, nowMs, listFilters: { service: 'shop', hidden: [] } })
  const [, of = '', name] = / \((\S+ \S+ → \S+ \S+)\) since (\S+)$/.exec(charts.releaseChange?.text ?? '') ?? []
  if (name === '2') {
    const [now, before] = [page?.deploy.durations, page?.deploy.durationsBefore].map(
      durations => durations?.find(({ service }) => service === 'shop')?.p95 ?? 0n,
    )
    expect(of, 'p95 of a release on the page of its service').toBe(
      `${formatDuration(before ?? 0n)} → ${formatDuration(now ?? 0n)}`,
    )
  }
}

test('equal things are equal: between pages, and to what plain SQL counts in the rows', async () => {
  await using store = await openTestStore()
  await fc.assert(
    fc.asyncProperty(
      fc.array(told, { minLength: 5, maxLength: 40 }),
      fc.array(asked, { minLength: 3, maxLength: 3 }),
      async (things, queries) => {
        await store.empty()
        const rows = things.map(rowsOf)
        await store.insert(rows.flat())
        await store.insert(rows.filter((_, i) => things[i]?.isDeliveredTwice).flat())
        for (const query of queries) await expectEqual(store, query)
        await expectEqualReleases(store)
      },
    ),
    // Those that are made up take seconds each; five times as many had come to ten minutes on a busy machine.
    { numRuns: KNOWN.length + (isNightly ? 12 : 3), examples: KNOWN, endOnFailure: true },
  )
})
