import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { listExceptions } from '../../../store/exceptions/list-exceptions.ts'
import { openStore, type Store } from '../../../store/store.ts'
import { nsOfMs } from '../../../store/units.ts'
import { freePorts } from '../../../test/free-ports.ts'
import { exceptionRow, type InsertedRow, openTestStore, spanRow } from '../../../test/store/open-test-store.ts'
import { eventContentSchema } from '../event-content.ts'
import { parseRule } from '../rule.ts'
import { composeMessage, composeTestMessage } from './compose.server.ts'
import { makeEvent } from './message.test-data.ts'
import { writeMessage } from './write-message.ts'

const PUBLIC_URL = 'https://errata.example'
const MINUTE_MS = 60_000
const id = (of: number, bytes: number) => of.toString(16).padStart(bytes * 2, '0')

const release = { 'service.version': '2.4.1', 'deployment.environment.name': 'production' }

/** A request to checkout that asks one of three databases: those of pg-3 fail. */
function request(n: number, atMs: number): InsertedRow[] {
  const host = `pg-${(n % 3) + 1}`
  const failed = host === 'pg-3'
  const [traceId, root, query] = [id(n + 1, 16), id(2 * n + 1, 8), id(2 * n + 2, 8)]
  const of = {
    at: nsOfMs(atMs),
    traceId,
    service: 'checkout',
    resource: release,
    status: failed ? 'Error' : 'Ok',
  } as const
  const stacktrace = [
    'PaymentError: no answer from the bank',
    '    at next (/srv/node_modules/express/lib/next.js:4:1)',
    '    at charge (/srv/src/pay.ts:12:5)',
  ].join('\n')
  const context = [
    { file: '/srv/src/pay.ts', line: 12, context: { before: [], line: '  await bank.charge(card)', after: [] } },
  ]
  const exception = exceptionRow({
    ...{ at: nsOfMs(atMs + 5), traceId, spanId: root, service: 'checkout', resource: release },
    ...{ type: 'PaymentError', message: 'no answer from the bank', stacktrace },
    attributes: {
      'session.id': `session-${n}`,
      'user.id': `user-${n % 4}`,
      'errata.stack.context': JSON.stringify(context),
    },
  })
  return [
    spanRow({
      ...of,
      ...{ spanId: root, name: 'POST /pay', kind: 'Server', durationNs: 20_000_000n },
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/pay',
        'http.response.status_code': failed ? '500' : '200',
      },
    }),
    spanRow({
      ...of,
      ...{ spanId: query, parentSpanId: root, name: 'SELECT orders', kind: 'Client', durationNs: 5_000_000n },
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.text': 'SELECT * FROM orders',
        'server.address': host,
        ...(failed && { 'error.type': 'timeout' }),
      },
    }),
    ...(failed ? [exception] : []),
  ]
}

const REQUESTS = 90
const requests = (nowMs: number) =>
  Array.from({ length: REQUESTS }, (_, n) => request(n, nowMs - 5 * MINUTE_MS + n * 2_000)).flat()

async function findIssue(store: Store, nowMs: number) {
  const range = { from: nsOfMs(nowMs - 60 * MINUTE_MS), to: nsOfMs(nowMs) }
  const [exception] = await listExceptions(store, { range, limit: 1, after: undefined })
  return exception?.issue ?? ''
}

const factsOf = (facts: readonly { readonly name: string; readonly text: string }[] = []) =>
  Object.fromEntries(facts.map(({ name, text }) => [name, text]))

describe('a message about an issue', () => {
  test('holds the answer', async () => {
    const nowMs = Date.now() - (Date.now() % MINUTE_MS)
    await using store = await openTestStore(requests(nowMs))
    const issue = await findIssue(store, nowMs)
    const event = makeEvent({
      subject: issue,
      content: {
        ...{ issue, label: 'PaymentError: no answer from the bank', why: 'new in 2.4.1', service: 'checkout' },
        ...{ release: '', fromMs: nowMs - 6 * MINUTE_MS, toMs: nowMs, beganMs: nowMs - 5 * MINUTE_MS },
      },
    })
    const message = await composeMessage(store, { id: 'm', events: [event], rules: [], publicUrl: PUBLIC_URL, nowMs })
    const [item] = message.items

    expect(message.title).toBe('PaymentError: no answer from the bank in checkout: new in 2.4.1 [production]')
    expect(factsOf(item?.facts)).toEqual({
      'Since release': expect.stringMatching(/^2\.4\.1, first seen \d+ (s|min) ago$/),
      Exceptions: '30 in 6 min',
      Affected: '4 users, 30 sessions',
      'In common': expect.stringContaining('server.address pg-3 100 % (others 0 %)'),
      Failed: 'SELECT orders in checkout: timeout',
      Where: 'checkout · production',
      Began: expect.stringMatching(/ UTC, 5 min ago$/),
    })
    expect(item?.code).toBe('/srv/src/pay.ts:12 in charge\n  await bank.charge(card)')
    const [from, to] = [nowMs - 6 * MINUTE_MS, nowMs].map(ms => new Date(ms).toISOString().slice(0, 16))
    const links = Object.fromEntries((item?.links ?? []).map(({ text, url }) => [text, decodeURIComponent(url)]))
    expect(Object.keys(links)).toEqual(['Issue', 'Exceptions', 'Exception', 'Trace', 'Rule', 'Silence'])
    expect(links['Issue']).toBe(`${PUBLIC_URL}/issues/${issue}?from=${from}&to=${to}&env=production`)
    expect(links['Exception']).toMatch(/\/exceptions\/\d+-[0-9a-f]{16}$/)
    expect(links['Trace']).toMatch(/\/traces\/[0-9a-f]{32}\?span=[0-9a-f]{16}#span$/)
    expect(links['Rule']).toBe(`${PUBLIC_URL}/alerts/rules/rule-1`)
    expect(links['Silence']).toBe(`${PUBLIC_URL}/alerts?silence=event-1`)
    expect(message.url).toBe(item?.url)
  })
})

const errorRate = (nowMs: number) =>
  makeEvent({
    subject: 'checkout',
    content: {
      ...{ issue: '', kind: 'error rate', label: 'POST /pay of checkout', why: '33 % of 90 requests failed' },
      ...{ service: 'checkout', operation: '', release: '', ruleName: 'Error rate' },
      ...{ fromMs: nowMs - 6 * MINUTE_MS, toMs: nowMs, beganMs: nowMs - 3 * MINUTE_MS },
    },
  })

test('a message about an error rate names the span that failed first, what it has in common, and the exception', async () => {
  const nowMs = Date.now() - (Date.now() % MINUTE_MS)
  await using store = await openTestStore(requests(nowMs))
  const events = [errorRate(nowMs)]
  const message = await composeMessage(store, { id: 'm', events, rules: [], publicUrl: PUBLIC_URL, nowMs })
  expect(message.title).toBe('POST /pay of checkout: 33 % of 90 requests failed [production]')
  const [item] = message.items
  expect(factsOf(item?.facts)).toMatchObject({
    'In common': expect.stringContaining('server.address pg-3 100 % (others 0 %)'),
    Exception: 'PaymentError: no answer from the bank',
    Failed: 'SELECT orders in checkout: timeout',
  })
  expect(item?.code).toBe('SELECT * FROM orders')
  const links = Object.fromEntries((item?.links ?? []).map(({ text, url }) => [text, url]))
  expect(links['Trace']).toContain('/traces/')
  expect(links['Failed traces']).toContain('service=checkout')
  expect(item?.url).toContain(`${PUBLIC_URL}/services/checkout?`)
})

test('a message about many exceptions names the issues they are of, and what is known of the main one', async () => {
  const nowMs = Date.now() - (Date.now() % MINUTE_MS)
  const other = exceptionRow({
    at: nsOfMs(nowMs - 2 * MINUTE_MS),
    service: 'web',
    resource: release,
    type: 'RangeError',
  })
  await using store = await openTestStore([...requests(nowMs), other])
  const event = makeEvent({
    content: {
      ...{ issue: '', kind: 'count', label: 'Exceptions', why: '31 of 5', service: '', release: '' },
      ...{ fromMs: nowMs - 6 * MINUTE_MS, toMs: nowMs, beganMs: nowMs - 3 * MINUTE_MS },
    },
  })
  const { items } = await composeMessage(store, { id: 'm', events: [event], rules: [], publicUrl: PUBLIC_URL, nowMs })
  expect(factsOf(items[0]?.facts)).toMatchObject({
    Mostly: '30 × PaymentError: no answer from the bank; 1 × RangeError: x is undefined',
    'Since release': expect.stringContaining('2.4.1'),
  })
  expect(items[0]?.code).toContain('await bank.charge(card)')
})

test('a message about slow requests names what the slow ones have in common', async () => {
  const nowMs = Date.now() - (Date.now() % MINUTE_MS)
  const rows = Array.from({ length: 60 }, (_, n) =>
    spanRow({
      ...{ at: nsOfMs(nowMs - 2 * MINUTE_MS + n * 1_000), service: 'web', name: 'GET /cart', kind: 'Server' },
      durationNs: n % 4 === 0 ? 900_000_000n + BigInt(n) : 20_000_000n,
      resource: { 'host.name': n % 4 === 0 ? 'web-3' : 'web-1' },
      attributes: { 'http.route': '/cart', 'http.response.status_code': '200' },
    }),
  )
  await using store = await openTestStore(rows)
  const event = makeEvent({
    content: {
      ...{ issue: '', kind: 'p95', label: 'web', service: 'web', environment: '', release: '', unit: 'ns' },
      ...{ threshold: 500_000_000, fromMs: nowMs - 5 * MINUTE_MS, toMs: nowMs, beganMs: nowMs - 2 * MINUTE_MS },
    },
  })
  const { items } = await composeMessage(store, { id: 'm', events: [event], rules: [], publicUrl: PUBLIC_URL, nowMs })
  expect(factsOf(items[0]?.facts)).toMatchObject({
    'In common': expect.stringContaining('host.name web-3 100 % (others 0 %)'),
    Slowest: '900 ms',
  })
})

describe('a message without a database that answers', () => {
  test('says what its events say, and where to look', async () => {
    const [port] = await freePorts(1)
    await using store = openStore({ url: `http://127.0.0.1:${port}`, user: 'u', password: '', timeoutMs: 1_000 })
    const nowMs = Date.now()
    const notes = ['Told 14 min late.']
    const asked = { id: 'm', events: [makeEvent()], rules: [], publicUrl: PUBLIC_URL, nowMs, notes }
    const message = await composeMessage(store, asked)
    expect(message.title).toBe('TypeError: x is undefined in checkout: new in 2.4.1 [production]')
    expect(factsOf(message.items[0]?.facts)).toEqual({
      Where: 'checkout · production · 2.4.1',
      Began: expect.stringMatching(/^2026-11-29 12:00 UTC/),
    })
    expect(writeMessage(message)).toContain('Rule: New issue in production\nTold 14 min late.')
  })

  test('is there when the time is over, however long the database takes', async () => {
    const silent = createServer(() => {})
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await using store = openStore({ url: `http://127.0.0.1:${port}`, user: 'u', password: '', timeoutMs: 30_000 })
    const asked = {
      id: 'm',
      events: [makeEvent()],
      rules: [],
      publicUrl: PUBLIC_URL,
      nowMs: Date.now(),
      explainMs: 200,
    }
    const startedMs = performance.now()
    const { items } = await composeMessage(store, asked)
    expect(performance.now() - startedMs).toBeLessThan(5_000)
    expect(items[0]?.facts.map(({ name }) => name)).toEqual(['Where', 'Began'])
    silent.closeAllConnections()
    silent.close()
  })

  test('is there at once where it is no longer wanted', async () => {
    await using store = await openTestStore(requests(Date.now()))
    const signal = AbortSignal.abort()
    const asked = { id: 'm', events: [makeEvent()], rules: [], publicUrl: PUBLIC_URL, nowMs: Date.now(), signal }
    const { items } = await composeMessage(store, asked)
    expect(items[0]?.facts.map(({ name }) => name)).toEqual(['Where', 'Began'])
  })

  test('is a message even if nothing of its event can be read', async () => {
    await using store = await openTestStore()
    const event = { ...makeEvent(), content: eventContentSchema.parse({}) }
    const asked = { id: 'm', events: [event], rules: [], publicUrl: PUBLIC_URL, nowMs: Date.now() }
    const message = await composeMessage(store, asked)
    expect(message.title).toBe('An alert')
    expect(message.items[0]?.links.map(({ text }) => text)).toEqual(['Traces', 'Issues', 'Rule', 'Silence'])
  })
})

describe('a message about several events', () => {
  const ofIssue = (n: number, more = {}) =>
    makeEvent({
      ...{ id: `event-${n}`, episode: `episode-${n}`, subject: `issue-${n}` },
      content: { issue: `issue-${n}`, label: `Error${n}`, ...more },
    })

  test('lists ten subjects, how many more there are, and links to all', async () => {
    await using store = await openTestStore()
    const events = Array.from({ length: 13 }, (_, n) => ofIssue(n))
    const message = await composeMessage(store, {
      id: 'm',
      events,
      rules: [],
      publicUrl: PUBLIC_URL,
      nowMs: Date.now(),
    })
    expect(message.items).toHaveLength(10)
    expect(message.more).toBe(3)
    expect(message.title).toBe('Error0 in checkout and 12 more (New issue in production)')
    expect(message.url).toBe(
      `${PUBLIC_URL}/issues?from=2026-11-29T11%3A59&to=2026-11-29T12%3A00&env=production&service=checkout&tab=all`,
    )
  })

  test('tells a subject of two rules once, and names both', async () => {
    await using store = await openTestStore()
    const [one, other] = [
      ofIssue(1),
      { ...ofIssue(1, { ruleName: 'Many exceptions', why: '14 of 5' }), id: 'event-2', rule: 'rule-2' },
    ]
    const events = [one, other]
    const message = await composeMessage(store, {
      id: 'm',
      events,
      rules: [],
      publicUrl: PUBLIC_URL,
      nowMs: Date.now(),
    })
    expect(message.items.map(({ why, events }) => ({ why, events }))).toEqual([
      { why: 'new in 2.4.1; 14 of 5', events: ['event-1', 'event-2'] },
    ])
    expect(message.rules).toEqual(['New issue in production', 'Many exceptions'])
  })

  test('has the names that rules have now', async () => {
    await using store = await openTestStore()
    const read = parseRule({ kind: 'issue', name: 'Renamed', watch: { changes: ['new'] } })
    const rule = 'rule' in read ? { ...read.rule, id: 'rule-1', revision: 'r', sinceMs: 0 } : undefined
    const rules = rule?.kind === 'issue' ? [rule] : []
    const asked = { id: 'm', events: [ofIssue(1)], rules, publicUrl: PUBLIC_URL, nowMs: Date.now() }
    expect((await composeMessage(store, asked)).rules).toEqual(['Renamed'])
  })
})

test('a message that something ended says for how long it went on, and asks nothing', async () => {
  const [port] = await freePorts(1)
  await using store = openStore({ url: `http://127.0.0.1:${port}`, user: 'u', password: '', timeoutMs: 1_000 })
  const ended = makeEvent({
    what: 'resolved',
    atNs: nsOfMs(Date.UTC(2026, 10, 29, 12, 14)),
    content: { why: 'not for 5 min' },
  })
  const asked = { id: 'm', events: [ended], rules: [], publicUrl: PUBLIC_URL, nowMs: Date.now() }
  const message = await composeMessage(store, asked)
  expect(message.title).toBe('Resolved: TypeError: x is undefined in checkout: not for 5 min [production]')
  expect(factsOf(message.items[0]?.facts)['Began']).toBe('2026-11-29 12:00 UTC, lasted 14 min')
})

test('a test message says that it is one, wherever it is read', () => {
  const asked = { publicUrl: PUBLIC_URL, nowMs: Date.UTC(2026, 10, 29, 12), messageId: 'test-1' }
  const message = composeTestMessage({ id: 'channel-1', name: 'Ops' }, asked)
  expect(message.isTest).toBe(true)
  expect(message.title).toBe('Test of the channel Ops: nothing happened')
  expect(writeMessage(message)).toContain('Nothing is wrong: somebody tried this channel.')
})
