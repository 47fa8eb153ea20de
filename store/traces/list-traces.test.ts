import { expect, test } from 'vitest'
import { newId, openTestStore, spanRow } from '../../test/open-test-store.ts'
import { rangeBefore } from '../units.ts'
import type { TraceQuery } from './list-trace-ids.ts'
import { listTraces } from './list-traces.ts'

const HOUR_MS = 3_600_000
const lastHour = () => rangeBefore(Date.now() + 60_000, HOUR_MS)
const browser = { service: 'shop-browser', kind: 'Internal' }

test('lists the newest traces first, each with what its root says', async () => {
  const [older, newer] = [newId(16), newId(16)]
  await using store = await openTestStore([
    spanRow({ at: 60_000, traceId: older, name: 'GET /old' }),
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
      route: '/cart/:id',
      httpStatus: 500,
      durationNs: 2_000_001n,
      failed: true,
      spanCount: 1,
      failedSpanCount: 1,
      services: ['shop'],
    },
    { traceId: older, name: 'GET /old', failed: false },
  ])
})

test('takes the root from the server, and the start too, whatever the clock of the browser', async () => {
  const ids = { traceId: newId(16) }
  const spanId = newId(8)
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

test('a span without a parent that a browser forged does not take the label of the trace', async () => {
  const traceId = newId(16)
  await using store = await openTestStore([
    spanRow({ traceId, at: 1000, name: 'GET /' }),
    spanRow({ traceId, at: 9000, service: 'shop-browser', name: 'forged' }),
  ])

  expect(await listTraces(store, { range: lastHour(), limit: 10 })).toMatchObject([{ name: 'GET /', service: 'shop' }])
})

test.each<[string, Partial<TraceQuery>, string[]]>([
  ['service', { service: 'cart' }, ['POST /cart']],
  ['route', { route: '/users/:id' }, ['GET /users/:id']],
  ['failed only', { failedOnly: true }, ['POST /cart']],
  ['least duration of the root', { minDurationNs: 900_000_000n }, ['GET /users/:id']],
  ['part of the name in any case', { text: 'CART' }, ['POST /cart']],
  ['trace id in any case', { text: '0AF7651916CD43DD8448EB211C80319C' }, ['GET /users/:id']],
  ['nothing', {}, ['POST /cart', 'GET /users/:id', 'GET /']],
])('filters by %s', async (_, filter, names) => {
  const [cart, users] = [newId(16), '0af7651916cd43dd8448eb211c80319c']
  await using store = await openTestStore([
    spanRow({ at: 1000, traceId: cart, name: 'POST /cart' }),
    spanRow({ at: 1000, traceId: cart, parentSpanId: newId(8), service: 'cart', status: 'Error', name: 'add' }),
    spanRow({
      at: 2000,
      traceId: users,
      name: 'GET /users/:id',
      durationNs: 1_000_000_000n,
      attributes: { 'errata.transaction.route': '/users/:id' },
    }),
    spanRow({ at: 3000, name: 'GET /' }),
  ])

  const traces = await listTraces(store, { range: lastHour(), limit: 10, ...filter })
  expect(traces.map(({ name }) => name)).toEqual(names)
})

test('the range is half-open and the start of the last trace leads to the next page', async () => {
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
  const next = await listTraces(store, { range: { from, to: page[1]?.startNs ?? 0n }, limit: 2 })
  expect(next.map(({ name }) => name)).toEqual(['first'])
})

test('finds older traces behind many newer summaries that the filter removes', async () => {
  await using store = await openTestStore([spanRow({ at: 40 * 60_000, name: 'wanted' })])
  await store.command(`INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName, SpanName)
    SELECT now64(9) - number % 600, leftPad(hex(number + 1), 32, '0'), leftPad(hex(number + 1), 16, '0'), 'shop', 'other'
    FROM numbers(5000)`)

  expect(await listTraces(store, { range: lastHour(), text: 'wanted', limit: 10 })).toMatchObject([{ name: 'wanted' }])
  expect(await listTraces(store, { range: lastHour(), limit: 10 })).toHaveLength(10)
})
