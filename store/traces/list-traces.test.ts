import { describe, expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listTraceFacets } from './list-trace-facets.ts'
import { type ListTracesParams, listTraces } from './list-traces.ts'

const HOUR_MS = 3_600_000
const search = (text: string) => ({ search: parseSearch(text, 'spans').search })
const lastHour = () => rangeEndingAt(Date.now() + 60_000, HOUR_MS)
const browser = { service: 'shop-browser', kind: 'Internal' }

test('lists the newest traces first, each with its root', async () => {
  const [older, newer] = [randomHexId(16), randomHexId(16)]
  const olderNs = BigInt(Date.now() - 60_000) * 1_000_000n
  await using store = await openTestStore([
    spanRow({ at: olderNs, traceId: older, name: 'GET /old', durationNs: 5n }),
    spanRow({ at: olderNs + 1_000n, traceId: older, parentSpanId: randomHexId(8), durationNs: 500n }),
    spanRow({
      at: 30_000,
      traceId: newer,
      name: 'GET /cart/:id',
      durationNs: 2_000_001n,
      status: 'Error',
      attributes: { 'http.route': '/cart/:id', 'http.response.status_code': '500' },
    }),
  ])

  expect(await listTraces(store, { range: lastHour(), limit: 10 })).toMatchObject([
    {
      traceId: newer,
      service: 'shop',
      name: 'GET /cart/:id',
      operation: '/cart/:id',
      httpStatus: 500,
      durationNs: 2_000_001n,
      failed: true,
      spanCount: 1,
      failedSpanCount: 1,
      services: ['shop'],
    },
    { traceId: older, name: 'GET /old', durationNs: 1_500n, rootDurationNs: 5n, failed: false },
  ])
})

describe('what a service itself did', () => {
  const failed = {
    name: 'GET /stock/{sku}',
    attributes: { 'http.route': '/stock/{sku}', 'http.response.status_code': '500' },
  }
  const sold = { name: 'GET /stock/{sku}', attributes: { 'http.route': '/stock/{sku}' } }
  const asked = (root: string, at: number, stock: typeof sold) => {
    const [traceId, spanId] = [randomHexId(16), randomHexId(8)]
    return [
      spanRow({ at, traceId, spanId, name: root, status: 'Error', attributes: { 'http.route': '/products' } }),
      spanRow({ at: at - 1, traceId, parentSpanId: spanId, service: 'stock', ...stock }),
    ]
  }

  const store = shareTestStore([...asked('whole', 1_000, sold), ...asked('broken', 2_000, failed)])

  test.each([
    [{ service: 'stock', itsOperation: '/stock/{sku}' }, ['whole', 'broken']],
    [{ service: 'stock', itsFailed: true }, ['broken']],
    [{ service: 'shop', itsFailed: true }, ['whole', 'broken']],
    [{ service: 'shop', itsOperation: '/stock/{sku}' }, []],
    [{ itsOperation: '/products' }, ['whole', 'broken']],
    [{ service: 'stock', itsOperation: '/products' }, []],
  ])('%j is found in whatever trace it lies, in every order', async (filter, names) => {
    const found = await listTraces(store(), { range: lastHour(), limit: 10, ...filter })
    const order = { by: 'start', rising: true } as const
    const risen = await listTraces(store(), { range: lastHour(), limit: 10, order, ...filter })
    expect([found, risen.toReversed()].map(list => list.map(({ name }) => name))).toEqual([names, names])
  })
})

test("takes root and start from the server if the browser's clock is off", async () => {
  const ids = { traceId: randomHexId(16) }
  const spanId = randomHexId(8)
  await using store = await openTestStore([
    spanRow({ ...ids, ...browser, at: 50 * 60_000, parentSpanId: spanId, name: 'load /' }),
    spanRow({ ...ids, spanId, at: 1000, name: 'GET /' }),
    spanRow({ at: 30 * 60_000, name: 'between' }),
  ])

  expect(await listTraces(store, { range: lastHour(), limit: 10 })).toMatchObject([
    { name: 'GET /', service: 'shop', services: ['shop', 'shop-browser'], spanCount: 2 },
    { name: 'between' },
  ])
})

test('a root span forged by a browser does not name the trace', async () => {
  const traceId = randomHexId(16)
  await using store = await openTestStore([
    spanRow({ traceId, at: 1000, name: 'GET /' }),
    spanRow({ traceId, at: 9000, service: 'shop-browser', name: 'forged' }),
  ])

  expect(await listTraces(store, { range: lastHour(), limit: 10 })).toMatchObject([{ name: 'GET /', service: 'shop' }])
})

describe('of three traces', () => {
  const [cart, users] = [randomHexId(16), '0af7651916cd43dd8448eb211c80319c']
  const store = shareTestStore([
    spanRow({ at: 1000, traceId: cart, name: 'POST /cart' }),
    spanRow({ at: 1000, traceId: cart, parentSpanId: randomHexId(8), service: 'cart', status: 'Error', name: 'add' }),
    spanRow({
      at: 2000,
      traceId: users,
      name: 'GET /users/:id',
      durationNs: 1_000_000_000n,
      attributes: { 'errata.transaction.route': '/users/:id' },
    }),
    spanRow({ at: 3000, name: 'GET /' }),
  ])

  test.each<[string, Partial<ListTracesParams>, string[]]>([
    ['service', { service: 'cart' }, ['POST /cart']],
    ['operation', { operation: '/users/:id' }, ['GET /users/:id']],
    ['failed only', { failedOnly: true }, ['POST /cart']],
    ['least duration of the root', { minDurationNs: 900_000_000n }, ['GET /users/:id']],
    ['a search for a part of a name in any case', search('CART'), ['POST /cart']],
    ['a search for a span that is not the root', search('service:cart name:add'), ['POST /cart']],
    ['a search between spans', search('[is:root] -[service:cart]'), ['GET /users/:id', 'GET /']],
    ['a search and a filter', { failedOnly: true, ...search('name:GET*') }, []],
    ['trace id in any case', search('0AF7651916CD43DD8448EB211C80319C'), ['GET /users/:id']],
    ['nothing', {}, ['POST /cart', 'GET /users/:id', 'GET /']],
  ])('filters by %s', async (_, filter, names) => {
    const traces = await listTraces(store(), { range: lastHour(), limit: 10, ...filter })
    expect(traces.map(({ name }) => name)).toEqual(names)
  })
})

test('the range is half-open, and the cursor of the last trace leads to the next page', async () => {
  const from = (BigInt(Date.now()) - 1_800_000n) * 1_000_000n
  await using store = await openTestStore([
    spanRow({ at: from - 1n, name: 'before' }),
    spanRow({ at: from, name: 'first' }),
    spanRow({ at: from + 5n, name: 'middle' }),
    spanRow({ at: from + 9n, name: 'last' }),
    spanRow({ at: from + 10n, name: 'after' }),
  ])

  const page = await listTraces(store, { range: { from, to: from + 10n }, limit: 2 })
  expect(page.map(({ name }) => name)).toEqual(['last', 'middle'])
  const after = { atNs: page[1]?.startNs ?? 0n, id: page[1]?.traceId ?? '' }
  const next = await listTraces(store, { range: { from, to: from + 10n }, after, limit: 2 })
  expect(next.map(({ name }) => name)).toEqual(['first'])
})

test('finds older traces behind many newer ones that the filter excludes', async () => {
  await using store = await openTestStore([spanRow({ at: 40 * 60_000, name: 'wanted' })])
  await store.command(`INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName, SpanName)
    SELECT now64(9) - number % 600, leftPad(hex(number + 1), 32, '0'), leftPad(hex(number + 1), 16, '0'), 'shop', 'other'
    FROM numbers(5000)`)

  expect(await listTraces(store, { range: lastHour(), ...search('wanted'), limit: 10 })).toMatchObject([
    { name: 'wanted' },
  ])
  expect(await listTraces(store, { range: lastHour(), limit: 10 })).toHaveLength(10)
})

test('finds the traces of a range from the beginning of time, and none in a range of the far future', async () => {
  const traceId = randomHexId(16)
  await using store = await openTestStore([spanRow({ at: 1000, traceId })])

  const traces = await listTraces(store, {
    range: { from: 0n, to: rangeEndingAt(Date.now() + 60_000, 0).to },
    limit: 10,
  })
  expect(traces).toMatchObject([{ traceId }])
  const years = (year: number) => BigInt(Date.UTC(year, 0, 1)) * 1_000_000n
  expect(await listTraces(store, { range: { from: years(2200), to: years(2262) - 1n }, limit: 10 })).toEqual([])
})

test('leaves out traces whose root is of a hidden service, and keeps those with other spans of it', async () => {
  const [own, shared] = [randomHexId(16), randomHexId(16)]
  await using store = await openTestStore([
    spanRow({ at: 3000, traceId: own, service: 'desk', name: 'GET /own' }),
    spanRow({ at: 3000, traceId: own, parentSpanId: randomHexId(8), service: 'cart' }),
    spanRow({ at: 2000, traceId: shared, service: 'shop', name: 'GET /shared' }),
  ])
  // In a separate insert this part looks like a trace of the hidden service.
  await store.insert([
    spanRow({ at: 1000, traceId: shared, parentSpanId: randomHexId(8), service: 'desk', name: 'asked' }),
  ])

  const traces = await listTraces(store, { range: lastHour(), hidden: ['desk', 'desk-browser'], limit: 10 })
  expect(traces).toMatchObject([{ name: 'GET /shared', services: ['desk', 'shop'] }])
})

describe('release and environment', () => {
  const of = (release: string, environment: string) => ({
    resource: { 'service.version': release, 'deployment.environment.name': environment },
  })
  const [old, now] = [randomHexId(16), randomHexId(16)]
  const called = { service: 'cart', parentSpanId: randomHexId(8), kind: 'Server', name: 'asked' }
  const store = shareTestStore(
    [
      spanRow({ at: 5000, traceId: now, name: 'GET /new', ...of('2.4.1', 'production') }),
      spanRow({ at: 2000, traceId: old, name: 'GET /old', ...of('2.4.0', 'production') }),
    ],
    [spanRow({ at: 1000, traceId: old, ...called, ...of('2.4.1', 'staging') })],
  )

  test.each<[Partial<ListTracesParams>, string[]]>([
    [{ release: '2.4.1' }, ['GET /new']],
    [{ environment: 'production' }, ['GET /old', 'GET /new']],
    [{ environment: 'production', release: '2.4.0' }, ['GET /old']],
    [{ environment: 'staging', release: '2.4.0' }, []],
  ])('%j matches the root, not the spans that it called', async (filter, names) => {
    expect((await listTraces(store(), { range: lastHour(), ...filter, limit: 10 })).map(({ name }) => name)).toEqual(
      names,
    )
  })
})

test('only a list that asks for a transaction needs the table of transactions', async () => {
  await using store = await openTestStore([spanRow({ service: 'cart', status: 'Error' })])
  await store.command('RENAME TABLE transactions TO transactions_away')

  const ofService = { range: lastHour(), service: 'cart', failedOnly: true }
  expect(await listTraces(store, { ...ofService, limit: 10 })).toHaveLength(1)
  expect(await listTraceFacets(store, ofService)).toMatchObject({ total: 1 })
  await expect(listTraces(store, { ...ofService, itsFailed: true, limit: 10 })).rejects.toMatchObject({
    kind: 'unprepared',
  })
})
