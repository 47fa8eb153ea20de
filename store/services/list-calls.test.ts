import { expect, test } from 'vitest'
import { type InsertedRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listCalls, type ServiceCall } from './list-calls.ts'

const nowMs = Date.now() - 60_000
const at = nsOfMs(nowMs)
const range = { from: nsOfMs(nowMs - 3_600_000), to: nsOfMs(nowMs + 60_000) }
const asked = { range, limit: 100 }

type Span = Parameters<typeof spanRow>[0]

/** A request of the shop, and the spans below it, each a child of the one before. */
function chain(...spans: readonly (Span & object)[]): InsertedRow[] {
  const traceId = randomHexId(16)
  let parentSpanId = randomHexId(8)
  const rows = [spanRow({ at, traceId, spanId: parentSpanId })]
  for (const span of spans) {
    const spanId = randomHexId(8)
    rows.push(spanRow({ at, traceId, parentSpanId, spanId, ...span }))
    parentSpanId = spanId
  }
  return rows
}

const client = (attributes: Readonly<Record<string, string>> = {}, of: Span = {}): Span & object => ({
  kind: 'Client',
  name: 'GET',
  attributes,
  ...of,
})
const named = ({ caller, callee, calls, failed }: ServiceCall) =>
  `${caller.kind} ${caller.name} > ${callee.kind} ${callee.name}: ${calls}, ${failed} failed`

async function callsOf(rows: readonly InsertedRow[]): Promise<string[]> {
  await using store = await openTestStore(rows)
  return (await listCalls(store, asked)).calls.map(named)
}

test('a service calls another; what the caller waited is how long it took, and what failed for the caller alone stands apart', async () => {
  const rows = [
    ...chain(client({ 'server.address': 'stock-lb' }, { durationNs: 30n, status: 'Error' }), {
      service: 'stock',
      durationNs: 20n,
    }),
    ...chain(client({}, { durationNs: 50n }), { service: 'stock', durationNs: 20n, status: 'Error' }),
    ...chain(client({}, { durationNs: 50n, status: 'Error' }), { service: 'stock', status: 'Error' }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows.toReversed())

  const { calls, sample, total } = await listCalls(store, asked)
  expect(calls.map(named)).toEqual(['service shop > service stock: 3, 2 failed'])
  expect(calls).toMatchObject([{ p50: 50n, p95: 50n, failedForCaller: 1 }])
  expect([sample, total]).toEqual([{ traces: 3, oneIn: 1 }, 1])
})

test('a call knows how many times a trace has it that has it at all, with and without a service filter', async () => {
  const retried = chain(client(), { service: 'stock' })
  const [, call, answer] = retried.map(({ values }) => values)
  const again = [1, 2].flatMap(() => {
    const SpanId = randomHexId(8)
    return [
      { table: retried[0]?.table ?? '', values: { ...call, SpanId } },
      { table: retried[0]?.table ?? '', values: { ...answer, SpanId: randomHexId(8), ParentSpanId: SpanId } },
    ]
  })
  await using store = await openTestStore([...retried, ...again, ...chain(), ...chain(client(), { service: 'stock' })])

  for (const service of ['', 'stock']) {
    expect((await listCalls(store, { ...asked, service })).calls).toMatchObject([{ calls: 4, perTrace: 2 }])
  }
})

test('what sends no spans is known by what its callers say', async () => {
  const calls = await callsOf([
    ...chain(client({ 'db.system.name': 'postgresql', 'db.namespace': 'orders', 'server.address': 'pg-1' })),
    ...chain(client({ 'db.system': 'redis', 'net.peer.name': 'redis-0' }, { status: 'Error' })),
    ...chain(client({ 'server.address': 'pay.example' })),
    ...chain(client({ 'http.url': 'https://old.example:8443/x' })),
    ...chain(client({ 'peer.service': 'legacy', 'server.address': '10.0.0.1' })),
    ...chain({ kind: 'Internal', attributes: { 'server.address': 'not.a.call' } }),
  ])
  expect(calls.toSorted()).toEqual([
    'service shop > database postgresql orders: 1, 0 failed',
    'service shop > database redis: 1, 1 failed',
    'service shop > host legacy: 1, 0 failed',
    'service shop > host old.example: 1, 0 failed',
    'service shop > host pay.example: 1, 0 failed',
  ])
})

test('a queue stands between who sends and who consumes, in one trace or not', async () => {
  const orders = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' }
  const expected = ['queue kafka orders > service mail: 1, 0 failed', 'service shop > queue kafka orders: 1, 0 failed']
  const [sent, consumed] = [
    { kind: 'Producer', attributes: orders },
    { kind: 'Consumer', service: 'mail', attributes: orders },
  ]
  expect((await callsOf(chain(sent, consumed))).toSorted()).toEqual(expected)
  expect((await callsOf([...chain(sent), spanRow({ at, ...consumed })])).toSorted()).toEqual(expected)
})

test('a browser calls the server whose request its page load is a child of', async () => {
  const pageLoad = { service: 'shop-browser', kind: 'Internal', name: 'pageload /' }
  expect(await callsOf(chain(pageLoad))).toEqual(['service shop-browser > service shop: 1, 0 failed'])
  expect(
    await callsOf(chain({ service: 'shop-browser', kind: 'Client' }, { service: 'shop', kind: 'Server' })),
  ).toContain('service shop-browser > service shop: 2, 0 failed')
})

test('a service that calls itself, or runs in one process with another name, is no call', async () => {
  expect(await callsOf(chain(client({ 'server.address': 'shop' }), { kind: 'Server' }))).toEqual([])
  expect(await callsOf(chain({ kind: 'Internal', service: 'worker' }))).toEqual([])
})

test('a host that is called as a service is that service, also where its spans are missing', async () => {
  expect(await callsOf([...chain(client({ 'server.address': 'stock' })), spanRow({ at, service: 'stock' })])).toEqual([
    'service shop > service stock: 1, 0 failed',
  ])
})

test('counts what is asked for alone', async () => {
  const resource = { 'deployment.environment.name': 'staging', 'service.version': '2' }
  const rows = [
    ...chain(client(), { service: 'stock' }, client({ 'db.system': 'redis' }, { service: 'stock' })),
    ...chain(client(), { service: 'mail', resource }),
    ...chain(client(), { service: 'probe' }),
  ]
  await using store = await openTestStore(rows)
  const callees = async (scope: object) =>
    (await listCalls(store, { ...asked, ...scope })).calls.map(({ callee }) => callee.name).toSorted()

  expect(await callees({})).toEqual(['mail', 'probe', 'redis', 'stock'])
  expect(await callees({ hidden: ['probe'] })).toEqual(['mail', 'redis', 'stock'])
  expect(await callees({ service: 'stock' })).toEqual(['redis', 'stock'])
  expect(await callees({ environment: 'staging' })).toEqual(['mail'])
  expect(await callees({ release: '2' })).toEqual(['mail'])
})

test('of many traces reads some, and says so; of more calls than are asked for, that there are more', async () => {
  await using store = await openTestStore([...chain(client(), { service: 'stock' })])
  await store.command(`INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName, SpanKind, Duration, SpanAttributes)
    SELECT fromUnixTimestamp64Milli(toInt64(${nowMs})), leftPad(hex(sipHash128(number)), 32, '0'), leftPad(hex(number + 1), 16, '0'),
      'shop', 'Client', 7, map('server.address', if(number % 2 = 0, 'a.example', 'b.example')) FROM numbers(40000)`)

  const { calls, sample, total } = await listCalls(store, { range, limit: 1 })
  expect(Math.abs(sample.oneIn / 16 - 1)).toBeLessThan(0.1)
  expect(total).toBe(2)
  expect(Math.abs((calls[0]?.calls ?? 0) / 20_000 - 1)).toBeLessThan(0.1)
})

test('of more calls than are asked for, lists those that fail before those that are only frequent', async () => {
  const [busy, calm, failing] = ['busy', 'calm', 'failing'].map(service =>
    client({}, { service: 'shop', name: service }),
  )
  const rows = [
    ...Array.from({ length: 9 }, () => chain(busy ?? {}, { service: 'busy' })).flat(),
    ...Array.from({ length: 3 }, () => chain(calm ?? {}, { service: 'calm' })).flat(),
    ...chain(failing ?? {}, { service: 'failing', status: 'Error' }),
  ]
  await using store = await openTestStore(rows)
  const { calls, total } = await listCalls(store, { range, limit: 2 })
  expect(calls.map(named)).toEqual([
    'service shop > service busy: 9, 0 failed',
    'service shop > service failing: 1, 1 failed',
  ])
  expect(total).toBe(3)
})

test('of many traces of a week reads those of some five minutes, whole, and says how far off the numbers may be', async () => {
  await using store = await openTestStore()
  // By day three times as many as by night; each trace is a call of two services, the second hop in the next five minutes.
  await store.command(`INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ParentSpanId, ServiceName, SpanKind, Duration)
    SELECT fromUnixTimestamp64Milli(toInt64(${nowMs} - 604000000 + n * 10000 + if(hop = 1, 290000, 0))), leftPad(hex(sipHash128(n)), 32, '0'),
      leftPad(hex(n * 2 + hop + 1), 16, '0'), if(hop = 0, '', leftPad(hex(n * 2 + 1), 16, '0')), if(hop = 0, 'shop', 'stock'),
      if(hop = 0, 'Client', 'Server'), 7
    FROM (SELECT number % 60400 AS n, intDiv(number, 60400) AS hop FROM numbers(120800))
    WHERE n % 3 = 0 OR intDiv(n, 4320) % 2 = 0`)
  const week = { from: nsOfMs(nowMs - 605_000_000), to: nsOfMs(nowMs + 60_000) }
  const { calls, sample } = await listCalls(store, { range: week, limit: 10 })
  const [{ n = 0 } = {}] = await store.querySql<{ n: number }>(
    "SELECT toUInt32(count()) AS n FROM otel_traces WHERE ServiceName = 'shop'",
  )

  expect(calls.map(({ caller, callee }) => `${caller.name} > ${callee.name}`)).toEqual(['shop > stock'])
  const [{ calls: found, error } = { calls: 0, error: 0 }] = calls
  expect(sample.oneIn).toBeGreaterThan(4)
  expect(error).toBeLessThan(0.1)
  expect(Math.abs(found / n - 1)).toBeLessThan(Math.max(error * 2, 0.02))
})

test('tells failures that a callee passes on from its own', async () => {
  const failing = { status: 'Error' } as const
  const redis = client({ 'db.system': 'redis', 'server.address': 'redis-0' }, failing)
  const rows = [
    ...chain(client({}, failing), { service: 'stock', ...failing }, { ...redis, service: 'stock' }),
    ...chain(client({}, failing), { service: 'stock', ...failing }),
    ...chain(client(), { service: 'stock' }, { ...redis, service: 'stock' }),
  ]
  await using store = await openTestStore(rows)
  const { calls } = await listCalls(store, asked)
  expect(calls.map(({ callee, failed, propagated }) => [callee.name, failed, propagated])).toEqual([
    ['stock', 2, 1],
    ['redis', 2, 0],
  ])
})

test('a database on three hosts, and a queue on two, are one node each, which tells its hosts', async () => {
  const query = (host: string, attributes: Record<string, string>) =>
    chain(client({ 'db.system.name': 'postgresql', 'server.address': host, ...attributes }))
  const publish = (host: string) =>
    chain({
      kind: 'Producer',
      attributes: { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders', 'net.peer.name': host },
    })
  const rows = [
    ...['pg-2', 'pg-1', 'pg-3', 'pg-1'].map(host => query(host, {})),
    query('pg-9', { 'db.namespace': 'stock' }),
    ...['kafka-1', 'kafka-0'].map(publish),
  ].flat()
  await using store = await openTestStore(rows)
  await store.insert(rows)

  const { calls } = await listCalls(store, asked)
  const listed = calls.map(({ callee, hosts }) => [
    `${callee.kind} ${callee.name}`,
    ...hosts.map(({ name, calls }) => `${name} ${calls}`),
  ])
  expect(listed.toSorted()).toEqual([
    ['database postgresql stock', 'pg-9 1'],
    ['database postgresql', 'pg-1 2', 'pg-2 1', 'pg-3 1'],
    ['queue kafka orders', 'kafka-0 1', 'kafka-1 1'],
  ])
})
