import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recordAlertEvents } from '../../store/alerts/record-alerts.ts'
import { listLatencies } from '../../store/services/list-latencies.ts'
import { DAY_MS } from '../../store/time-units.ts'
import { nsOfMs } from '../../store/units.ts'
import { exceptionRow, logRow, noiseRow, spanRow } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { comparedPeriods } from '../parts/request-summary/query-summary.server.ts'
import { floorToInterval, resolveRelativeRange } from '../url/time-range.ts'
import { findOperation } from './find-operation.ts'
import { type ListAnswer, openApi } from './open-api.test-data.ts'
import { OPERATIONS } from './operations.ts'

/** Each resource is compared with what was sent and with plain SQL. */

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const ROOT = 'a000000000000001'
const CALL = 'a000000000000002'
const LOGGED = 'b'.repeat(32)
const atNs = nsOfMs(Date.now() - 120_000) + 7n
const COMMIT = '4f5df85512aa6d9d0c0a7f5b1b2c3d4e5f607182'
const resource = {
  'service.version': '2.0.0',
  'deployment.environment.name': 'production',
  'vcs.ref.head.revision': COMMIT,
  'vcs.ref.head.name': 'main',
  'vcs.repository.url.full': 'https://github.com/acme/shop',
}
const attributes = { 'session.id': 'the-session', 'user.id': 'ann' }

const store = shareTestStore([
  spanRow({
    ...{ at: atNs, traceId: TRACE, spanId: ROOT, service: 'shop', name: 'GET /cart/:id', durationNs: 250_000_000n },
    ...{ resource, status: 'Error', attributes: { ...attributes, 'http.route': '/cart/:id' } },
  }),
  spanRow({
    ...{ at: atNs + 1_000n, traceId: TRACE, spanId: CALL, parentSpanId: ROOT, service: 'shop', kind: 'Client' },
    ...{ name: 'SELECT carts', resource, durationNs: 1_500_001n },
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': 'SELECT * FROM carts', 'app.items': '3' },
    events: [{ at: atNs + 2_000n, name: 'retry', attributes: { attempt: '1' } }],
    links: [{ traceId: LOGGED, spanId: ROOT }],
  }),
  ...[1, 2, 3].map(i =>
    exceptionRow({
      ...{ at: atNs + BigInt(i), service: 'shop', type: 'TypeError', message: 'x is undefined', resource },
      ...{ traceId: TRACE, spanId: ROOT },
      stacktrace: 'TypeError: x is undefined\n    at price (/app/price.ts:3:5)',
      attributes: { ...attributes, 'errata.issue.fingerprint': 'the-issue' },
    }),
  ),
  exceptionRow({
    ...{ at: 3 * DAY_MS, service: 'shop', type: 'RangeError' },
    resource: { ...resource, 'service.version': '1.0.0' },
    attributes: { 'errata.issue.fingerprint': 'an-old-issue' },
  }),
  logRow({
    at: atNs + 10n,
    service: 'shop',
    body: 'cart emptied',
    traceId: LOGGED,
    severityNumber: 13,
    attributes: { a: 'b' },
  }),
  noiseRow('health-check', spanRow({ at: atNs, service: 'shop' })),
])

/** The answer of an operation, held to be exactly what the document says. */
async function read<Answer>(
  path: string,
  options?: Parameters<ReturnType<typeof openApi>['read']>[1],
): Promise<Answer> {
  const answer = await openApi(store()).read<Answer>(path, options)
  const found = findOperation(OPERATIONS, options?.method ?? 'GET', path.split('?')[0] ?? '')
  if (found === undefined || !('operation' in found)) throw new Error(`${path} is no operation`)
  // Fields that the schema lacks would be left out.
  expect(found.operation.answer.parse(answer)).toEqual(answer)
  return answer
}

interface Item {
  readonly [name: string]: unknown
}
const list = async (path: string) => (await read<ListAnswer<Item>>(path)).items

const sqlNumber = async (sql: string) => Number((await store().querySql<{ n: string }>(sql))[0]?.n)

test('issues have the numbers of their exceptions', async () => {
  const [issue] = await list('/issues?q=type:TypeError&sort=events')
  expect(issue).toMatchObject({
    ...{ id: 'the-issue', page: '/issues/the-issue', status: 'open', is_new: true, type: 'TypeError' },
    ...{ message: 'x is undefined', service: 'shop', first_release: '2.0.0', owner: '' },
    ...{ sessions: 1, users: 1 },
  })
  const events = await sqlNumber("SELECT uniqExact(Id) AS n FROM exceptions WHERE Issue = 'the-issue'")
  expect([issue?.['events'], events]).toEqual([3, 3])
})

test('an issue has its counts, releases, newest exceptions and history', async () => {
  const done = await read('/issues/the-issue/actions', {
    method: 'POST',
    body: { action: 'assign', owner: 'team-cart', by: 'ann' },
  })
  expect(done).toEqual({ batch: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(await read('/issues/the-issue')).toMatchObject({
    owner: 'team-cart',
    counts: { events: 3, sessions: 1, users: 1 },
    counts_before: { events: 0 },
    releases: [{ service: 'shop', release: '2.0.0' }],
    exceptions: [{ release: '2.0.0' }, {}, {}],
    history: [{ what: 'owner', value: 'team-cart', by: 'ann', is_undone: false }],
    is_browser: false,
    recommended_exception: expect.stringMatching(/^\d+-[0-9a-f]{16}$/),
    first_commit: {
      ...{ revision: COMMIT, branch: 'main', repository: 'https://github.com/acme/shop', release: '2.0.0' },
      page: `https://github.com/acme/shop/commit/${COMMIT}`,
    },
    tags: expect.arrayContaining([expect.objectContaining({ tag: 'environment' })]),
  })
})

test.each([
  [{ action: 'acknowledge' }, { status: 'open', is_acknowledged: true }],
  [{ action: 'resolve' }, { status: 'resolved' }],
  [{ action: 'reopen' }, { status: 'open' }],
  [{ action: 'mute', hours: 24 }, { status: 'muted' }],
  [{ action: 'unmute' }, { status: 'open' }],
  [{ action: 'mute-until', until: 'events', count: 10 }, { status: 'muted' }],
  [{ action: 'resolve-in', release: '3.0.0' }, { status: 'resolved' }],
])('%j makes an issue %j', async (action, state) => {
  await read('/issues/an-old-issue/actions', { method: 'POST', body: { ...action, by: 'ann' } })
  expect(await read('/issues/an-old-issue?last=7d')).toMatchObject(state)
})

test.each([
  [{ action: 'comment', text: 'half \uD83D of a pair' }, 'half \uFFFD of a pair'],
  // Cut within a pair.
  [
    { action: 'assign', owner: `${'x'.repeat(9)}${'\u{E0041}'.repeat(28)}` },
    `${'x'.repeat(9)}${'\u{E0041}'.repeat(25)}\uFFFD`,
  ],
])('%j is stored, though half of a pair of surrogates cannot be', async (action, value) => {
  const { batch } = await read<Item>('/issues/an-old-issue/actions', { method: 'POST', body: { ...action, by: 'ann' } })
  const { history } = await read<{ history: Item[] }>('/issues/an-old-issue?last=7d')
  expect(history.find(entry => entry['batch'] === batch)).toMatchObject({ value })
})

test('an issue that was merged is answered as the one it is in', async () => {
  const api = openApi(store())
  await store().insert([
    exceptionRow({ at: atNs, service: 'merger', attributes: { 'errata.issue.fingerprint': 'merged-one' } }),
    exceptionRow({ at: atNs, service: 'merger', attributes: { 'errata.issue.fingerprint': 'merged-into' } }),
  ])
  await api.read('/issues/merged-one/actions', {
    method: 'POST',
    body: { action: 'merge', into: 'merged-into', by: 'ann' },
  })
  expect(await read('/issues/merged-one')).toMatchObject({
    id: 'merged-into',
    merged: ['merged-one'],
    counts: { events: 2 },
  })
})

test('exceptions are those of the filters, with all that is stored of one', async () => {
  const items = await list('/exceptions?issue=the-issue&env=production')
  expect(items.map(({ id }) => String(id).split('-')[0])).toEqual([3n, 2n, 1n].map(i => String(atNs + i)))
  const id = items[0]?.['id']
  expect(await read(`/exceptions/${id}`)).toMatchObject({
    ...{
      id,
      page: `/exceptions/${id}`,
      issue: 'the-issue',
      type: 'TypeError',
      trace_id: TRACE,
      session_id: 'the-session',
    },
    ...{ user_id: 'ann', environment: 'production', stacktrace: expect.stringContaining('price.ts:3:5') },
    resource: { 'service.version': '2.0.0' },
    is_browser: false,
    stack: [
      {
        relation: 'thrown',
        type: 'TypeError',
        frames: [{ function: 'price', file: '/app/price.ts', line: 3, is_own: true }],
      },
    ],
  })
})

test('an exception has the steps before it, and the spans around it', async () => {
  const [first] = (await list('/exceptions?issue=the-issue')).toReversed()
  expect(await read(`/exceptions/${first?.['id']}/context`)).toMatchObject({
    steps: expect.arrayContaining([expect.objectContaining({ kind: 'exception', title: 'TypeError: x is undefined' })]),
    has_more_steps: false,
    trace: {
      ...{ id: TRACE, total_spans: 2, failed_spans: 1, repeated: [] },
      spans: [
        { id: ROOT, is_browser: false },
        { id: CALL, detail: 'SELECT * FROM carts', code: null },
      ],
    },
    logs: [],
  })
})

test('traces are those of the filters', async () => {
  const [trace, ...others] = await list('/traces?q=service:shop&min=100ms&failed=1')
  expect(trace).toMatchObject({
    ...{ id: TRACE, page: `/traces/${TRACE}`, duration_ms: 250, name: 'GET /cart/:id', service: 'shop' },
    ...{ failed: true, spans: 2, failed_spans: 1, session_id: 'the-session', release: '2.0.0' },
  })
  expect(others).toEqual([])
})

test('a trace is its spans without their attributes, and one span is whole', async () => {
  expect(await read(`/traces/${TRACE}`)).toMatchObject({
    ...{ id: TRACE, total_spans: 2, failed_spans: 1, duration_ms: 250, root: { id: ROOT, service: 'shop' } },
    spans: [
      { id: ROOT, parent_id: '', failed: true, duration_ms: 250, hidden_below: 0 },
      { id: CALL, parent_id: ROOT, failed: false, duration_ms: 1.500001 },
    ],
  })
  expect(await read(`/traces/${TRACE}/spans/${CALL}`)).toMatchObject({
    ...{ id: CALL, trace_id: TRACE, kind: 'Client', attributes: { 'db.query.text': 'SELECT * FROM carts' } },
    events: [{ name: 'retry', attributes: { attempt: '1' } }],
    links: [{ trace_id: LOGGED, span_id: ROOT }],
  })
})

test('spans are those that match, and groups count and measure them', async () => {
  expect(await list('/spans?q=kind:client&service=shop')).toMatchObject([
    { id: CALL, trace_id: TRACE, detail: 'SELECT * FROM carts', duration_ms: 1.500001 },
  ])
  expect(await read('/spans/groups?service=shop&by=service,kind&measure=@app.items&order=count')).toMatchObject({
    by: ['service', 'kind'],
    total: 2,
    is_exact: true,
    groups: expect.arrayContaining([
      expect.objectContaining({
        ...{ values: ['shop', 'client'], count: 1, failed: 0, p95_ms: 1.500001 },
        measured: expect.objectContaining({ count: 1, sum: 3 }),
      }),
    ]),
  })
})

test('logs are those that match, with all that is stored of one', async () => {
  const [record, ...others] = await list('/logs?q=emptied&service=shop')
  expect(record).toMatchObject({ body: 'cart emptied', severity: 13, trace_id: LOGGED, service: 'shop' })
  expect(others).toEqual([])
  expect(await read(`/logs/${record?.['id']}`)).toMatchObject({ body: 'cart emptied', attributes: { a: 'b' } })
  const all = await list('/logs?service=shop&vitals=1&limit=200')
  expect(all.length).toBe(
    await sqlNumber(
      "SELECT uniqExact(Id) AS n FROM otel_logs WHERE ServiceName = 'shop' AND Timestamp > now() - 86400",
    ),
  )
})

test('services and their operations have the numbers of their pages', async () => {
  const nowMs = floorToInterval(Date.now())
  const range = resolveRelativeRange('24h', nowMs)
  const comparison = comparedPeriods({ range, nowMs })
  const [shop] = await listLatencies(store(), { comparison, by: 'service', service: 'shop', limit: 1 })
  const { services } = await read<{ services: Item[] }>('/services?service=shop')
  expect(services).toMatchObject([
    {
      ...{ service: 'shop', page: '/services/shop', is_exact: true },
      now: { requests: shop?.now.requests, failed: shop?.now.failed, p95_ms: 250 },
    },
  ])
  expect(await read('/services/shop/operations')).toMatchObject({
    operations: [{ operation: '/cart/:id', others: 0, now: { requests: 1, failed: 1, p50_ms: 250 } }],
  })
})

test('calls tell who calls whom', async () => {
  expect(await read('/calls?service=shop')).toMatchObject({
    calls: [
      {
        ...{ caller: { kind: 'service', name: 'shop' }, callee: { kind: 'database' } },
        ...{ calls: 1, failed: 0, p50_ms: 1.500001 },
      },
    ],
    total: 1,
    is_exact: true,
  })
})

test('sessions have what happened in them', async () => {
  expect(await list('/sessions?q=user:ann')).toMatchObject([
    { id: 'the-session', page: '/sessions/the-session', users: ['ann'], exceptions: 3, releases: ['2.0.0'] },
  ])
  expect(await read('/sessions/the-session')).toMatchObject({
    id: 'the-session',
    issues: [{ issue: 'the-issue', events: 3 }],
  })
  const steps = await list('/sessions/the-session/events')
  expect(steps.filter(({ kind }) => kind === 'exception').length).toBe(3)
  expect(await list('/sessions/nosuch/events')).toEqual([])
})

test('releases are compared with the ones before them', async () => {
  const { releases } = await read<{ releases: Item[] }>('/releases?service=shop')
  expect(releases.map(({ release, previous }) => [release, previous])).toEqual([
    ['2.0.0', '1.0.0'],
    ['1.0.0', ''],
  ])
  expect(await read('/releases/2.0.0?service=shop')).toMatchObject({
    ...{ release: '2.0.0', new_issues: 1, regressed_issues: 0, failed_requests: { part: 1, whole: 1 } },
    ...{ verdict: 'unknown', services: [{ previous: '1.0.0' }] },
    issues: expect.arrayContaining([expect.objectContaining({ issue: 'the-issue', change: 'new', exceptions: 3 })]),
  })
  expect((await openApi(store()).call('/releases/9.9.9')).status).toBe(404)
})

test.each([
  [`trace_id=${TRACE}`, { kind: 'trace', id: TRACE, page: `/digest/${TRACE}` }],
  ['the-session', { kind: 'session', id: 'the-session', page: '/sessions/the-session' }],
  ['ann', { kind: 'user', id: 'ann', page: '/users/ann' }],
  [CALL, { kind: 'span', id: CALL }],
  ['no such words', { kind: 'search', id: '' }],
])('%s is looked up', async (text, found) => {
  expect(await read(`/look-up?text=${encodeURIComponent(text)}`)).toMatchObject(found)
})

test('drops are counted by rule', async () => {
  const { rules } = await read<{ rules: Item[] }>('/drops?service=shop')
  expect(rules.find(({ rule }) => rule === 'health-check')).toMatchObject({
    ...{ page: '/noise/health-check', spans: 1, logs: 0, before: 0 },
  })
})

test('the status names what is wrong', async () => {
  expect(await read('/status')).toMatchObject({
    is_healthy: false,
    problems: [{ kind: 'silent', detail: expect.stringContaining('No Collector has reported') }],
    signals: [{ signal: 'logs', newest_stored: expect.any(String) }, {}, {}],
  })
})

test('alert rules are told, and their events page by page, of one minute too', async () => {
  const api = openApi(store())
  await api.alerts.log.prepare()
  const { rules } = await read<{ rules: Item[] }>('/alerts/rules')
  expect(rules).toContainEqual(expect.objectContaining({ id: 'error-rate', kind: 'error rate', is_enabled: true }))
  const content = JSON.stringify({
    ruleName: 'Error rate',
    why: '12 % failed',
    service: 'shop',
    beganMs: 1_700_000_000_000,
  })
  const minute = nsOfMs(Date.now() - 60_000)
  await recordAlertEvents(
    store(),
    Array.from({ length: 25 }, (_, i) => ({
      ...{
        id: `event-${String(i).padStart(2, '0')}`,
        atNs: minute,
        rule: 'error-rate',
        revision: 'r',
        subject: 'shop',
      },
      ...{ episode: `e${i}`, what: 'firing' as const, content, desk: 'd' },
    })),
  )
  const ids: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { items, next }: ListAnswer<Item> = await read(`/alerts/events?rule=error-rate&limit=10&cursor=${cursor}`)
    expect(items[0]).toMatchObject({ what: 'firing', rule_name: 'Error rate', why: '12 % failed', service: 'shop' })
    ids.push(...items.map(({ id }) => id))
    cursor = next
  }
  expect(ids).toEqual(Array.from({ length: 25 }, (_, i) => `event-${String(i).padStart(2, '0')}`))
})

test('a silence is made, listed and ended', async () => {
  const api = openApi(store())
  const post = <Answer>(path: string, body: unknown) => api.read<Answer>(path, { method: 'POST', body })
  const made = await post<Item>('/silences', { service: 'shop', minutes: 20, why: 'deploy', by: 'ann' })
  expect(made).toMatchObject({ service: 'shop', rule: '', is_active: true, why: 'deploy' })
  expect(made['from']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
  expect(await api.read('/silences')).toMatchObject({ silences: [{ id: made['id'] }] })
  expect(await post(`/silences/${made['id']}/end`, { by: 'ann' })).toMatchObject({ is_active: false })
  expect(await api.read('/silences')).toEqual({ silences: [] })
  expect(await read('/silences?state=all')).toMatchObject({ silences: [{ id: made['id'], is_active: false }] })
  const everything = await api.call('/silences', { method: 'POST', body: { minutes: 20, by: 'ann' } })
  expect(await everything.json()).toMatchObject({ status: 400, errors: [{ pointer: '#' }] })
})

test('a trace is whole as OTLP, with its ids and attributes', async () => {
  const file = await read<{ resourceSpans: { scopeSpans: { spans: Item[] }[] }[] }>(`/traces/${TRACE}/otlp`)
  const spans = file.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  expect(spans.map(({ traceId, spanId }) => [traceId, spanId])).toEqual([
    [TRACE, ROOT],
    [TRACE, CALL],
  ])
  expect(spans[1]).toMatchObject({ parentSpanId: ROOT, name: 'SELECT carts', events: [{ name: 'retry' }] })
  const unknown = await openApi(store()).call(`/traces/${'9'.repeat(32)}/otlp`)
  expect(unknown.status).toBe(404)
})

test('what fires is what began and has not ended', async () => {
  const event = (id: string, what: 'firing' | 'resolved', episode: string) => ({
    ...{ id, atNs: nsOfMs(Date.now() - 30_000), rule: 'latency', revision: 'r', subject: 'firing-shop', episode, what },
    ...{
      content: JSON.stringify({ ruleName: 'Latency', kind: 'latency', why: 'p95 2 s', beganMs: 1_700_000_000_000 }),
      desk: 'd',
    },
  })
  await recordAlertEvents(store(), [
    event('latency-began', 'firing', 'latency-1'),
    event('other-began', 'firing', 'latency-2'),
    event('other-ended', 'resolved', 'latency-2'),
  ])
  const { episodes } = await read<{ episodes: Item[] }>('/alerts/firing')
  expect(episodes.filter(({ rule }) => rule === 'latency')).toEqual([
    expect.objectContaining({ id: 'latency-began', episode: 'latency-1', rule_name: 'Latency', why: 'p95 2 s' }),
  ])
})

test('many issues are changed at once, and those that are not are named', async () => {
  await store().insert(
    ['bulk-1', 'bulk-2'].map(issue =>
      exceptionRow({ at: atNs, service: 'bulk', attributes: { 'errata.issue.fingerprint': issue } }),
    ),
  )
  const post = (body: object) => read<{ batch: string }>('/issues/actions', { method: 'POST', body })
  const done = await post({
    issues: ['bulk-1', 'no-such-issue', 'bulk-2', 'bulk-1'],
    do: { action: 'assign', owner: 'team-bulk', by: 'ann' },
  })
  expect(done).toEqual({
    batch: expect.stringMatching(/^[\da-f-]{36}$/),
    changed: ['bulk-1', 'bulk-2'],
    refused: [{ issue: 'no-such-issue', detail: 'There is no such issue.' }],
  })
  for (const issue of ['bulk-1', 'bulk-2'])
    expect(await read(`/issues/${issue}`)).toMatchObject({ owner: 'team-bulk', history: [{ batch: done.batch }] })
  expect(await post({ issues: ['no-such-issue'], do: { action: 'resolve', by: 'ann' } })).toMatchObject({
    batch: '',
    changed: [],
  })
  const merged = await post({ issues: ['bulk-1', 'bulk-2'], do: { action: 'merge', into: 'bulk-2', by: 'ann' } })
  expect(merged).toMatchObject({ changed: ['bulk-1'], refused: [{ issue: 'bulk-2' }] })
})

test('more than 1,000 issues at once are refused', async () => {
  const issues = Array.from({ length: 1_001 }, (_, i) => `bulk-${i}`)
  const body = { issues, do: { action: 'resolve', by: 'ann' } }
  const refused = await openApi(store()).call('/issues/actions', { method: 'POST', body })
  expect(await refused.json()).toMatchObject({ status: 400, errors: [{ pointer: '#/issues' }] })
})

test('a deploy that was told is listed, and is the beginning of its release', async () => {
  await store().insert([
    spanRow({ at: 2 * 3_600_000, service: 'deployed', resource: { 'service.version': 'a' } }),
    spanRow({ at: 60_000, service: 'deployed', resource: { 'service.version': 'b' } }),
  ])
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const told = { service: 'deployed', release: 'b', at, environment: 'production', revision: '4fc5f13' }
  const body = { ...told, url: 'https://ci.example.com/7', by: 'ann' }
  const made = await read<Item>('/deploys', { method: 'POST', body })
  const time = at.replace('Z', '000000Z')
  expect(made).toMatchObject({ service: 'deployed', release: 'b', page: '/releases/b', time, by: 'ann' })
  expect(await read('/deploys', { method: 'POST', body })).toEqual(made)
  expect(await list('/deploys?service=deployed')).toEqual([made])
  expect(await sqlNumber("SELECT count() AS n FROM deploys FINAL WHERE ServiceName = 'deployed'")).toBe(1)
  expect(await read('/releases/b?service=deployed')).toMatchObject({
    deploys: [made],
    services: [{ previous: 'a', began: time }],
  })
})

test('names of a deploy may be any text; half of a character is replaced', async () => {
  for (const name of ['a\ud800b', '\0', '\u202e', 'x'.repeat(1_024)]) {
    const body = { service: name, release: name, environment: name, revision: name, by: 'ann' }
    const told = name.toWellFormed()
    expect(await read('/deploys', { method: 'POST', body })).toMatchObject({ service: told, release: told })
    expect(await list(`/deploys?service=${encodeURIComponent(told)}`)).toMatchObject([
      { service: told, revision: told },
    ])
  }
})

test.each([
  [{ at: new Date(Date.now() + 3_600_000).toISOString() }, '#/at'],
  [{ at: new Date(Date.now() - 31 * DAY_MS).toISOString() }, '#/at'],
  [{ at: 'yesterday' }, '#/at'],
  [{ url: 'javascript:alert(1)' }, '#/url'],
  [{ service: ' ' }, '#/service'],
])('a deploy with %j is refused at %s', async (faulty, pointer) => {
  const body = { service: 'deployed', release: 'c', by: 'ann', ...faulty }
  const refused = await openApi(store()).call('/deploys', { method: 'POST', body })
  expect(await refused.json()).toMatchObject({ status: 400, errors: [{ pointer }] })
})

test('every operation is held by a test here', async () => {
  const text = readFileSync(import.meta.filename, 'utf8')
  const untested = OPERATIONS.filter(
    ({ path }) => !new RegExp(`['\`]${path.replace(/\{\w+\}/g, '[^/]+')}[?'\`]`).test(text),
  )
  expect(untested.map(({ id }) => id)).toEqual([])
})
