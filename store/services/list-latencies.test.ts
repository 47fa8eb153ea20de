import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { addPreviousPeriod } from '../comparison.ts'
import { nsOfMs } from '../units.ts'
import { computeApdex } from './apdex.ts'
import { listLatencies } from './list-latencies.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const comparison = addPreviousPeriod({ from: nsOfMs(hourMs), to: nsOfMs(hourMs + HOUR_MS) }, 1_800_000_000_000n)
const asked = { comparison, limit: 100 }
const ms = (count: number) => BigInt(count) * 1_000_000n
/** Requests of an operation, now or in the hour before, one for each duration. */
const requests = (durationsMs: readonly number[], route: string, of: { before?: boolean; service?: string } = {}) =>
  durationsMs.map((duration, i) =>
    spanRow({
      at: nsOfMs(hourMs + (of.before ? -HOUR_MS : 0) + i * 1_000),
      durationNs: ms(duration),
      attributes: { 'http.route': route },
      service: of.service ?? 'shop',
    }),
  )

test('compares percentiles of each operation with the previous period', async () => {
  await using store = await openTestStore([
    ...requests([10, 20, 30, 40], '/cart'),
    ...requests([5], '/cart', { before: true }),
    ...requests([100], '/', { service: 'stock' }),
  ])

  const operations = await listLatencies(store, { ...asked, by: 'operation', service: 'shop' })
  expect(operations).toMatchObject([
    {
      service: 'shop',
      operation: '/cart',
      now: { requests: 4, failed: 0, p50: ms(30), p75: ms(40), p95: ms(40), p99: ms(40) },
      before: { requests: 1, p50: ms(5) },
      oneIn: 1,
    },
  ])
  const services = await listLatencies(store, { ...asked, by: 'service' })
  expect(services.map(({ service, operation, now }) => [service, operation, now.requests])).toEqual([
    ['shop', '', 4],
    ['stock', '', 1],
  ])
})

test('Apdex counts half of what is up to four times too slow, and nothing of what failed', async () => {
  await using store = await openTestStore([
    ...requests([500, 501, 2_000, 2_001], '/cart'),
    spanRow({ at: nsOfMs(hourMs), durationNs: ms(1), status: 'Error', attributes: { 'http.route': '/cart' } }),
  ])

  const [service] = await listLatencies(store, { ...asked, by: 'service' })
  if (service === undefined) return expect.fail('no row')
  expect(service.now).toMatchObject({ requests: 5, failed: 1, satisfied: 1, tolerating: 2 })
  expect(computeApdex(service.now)).toBe(2 / 5)
  expect(computeApdex(service.before)).toBe(undefined)
})

test('tells the slowest transaction, and which failures the caller caused', async () => {
  const failed = (status: number, at: number, service = 'shop') =>
    spanRow({
      at: nsOfMs(hourMs + at),
      durationNs: ms(1),
      status: 'Error',
      service,
      attributes: { 'http.route': '/pay', 'http.response.status_code': String(status) },
    })
  await using store = await openTestStore([
    ...requests([10, 30_000, 20], '/pay'),
    ...requests([90_000], '/pay', { before: true }),
    ...[402, 402, 409, 500].map((status, at) => failed(status, at)),
    failed(500, 9, 'stock'),
  ])

  const [shop, stock] = await listLatencies(store, { ...asked, by: 'service' })
  expect(shop).toMatchObject({
    slowest: ms(30_000),
    now: { failed: 4 },
    clientErrors: 3,
    clientErrorStatuses: [402, 409],
  })
  expect(stock).toMatchObject({ slowest: ms(1), now: { failed: 1 }, clientErrors: 0, clientErrorStatuses: [0, 0] })
})

test('counts what is asked for alone', async () => {
  const resource = { 'deployment.environment.name': 'staging', 'service.version': '2' }
  await using store = await openTestStore([
    ...requests([1], '/'),
    ...requests([1], '/', { service: 'probe' }),
    spanRow({ at: nsOfMs(hourMs), service: 'stock', resource }),
  ])
  const services = async (scope: object) =>
    (await listLatencies(store, { ...asked, by: 'service', ...scope })).map(({ service }) => service)

  expect(await services({ hidden: ['probe'] })).toEqual(['shop', 'stock'])
  expect(await services({ environment: 'staging' })).toEqual(['stock'])
  expect(await services({ release: '2' })).toEqual(['stock'])
  expect(await services({ service: 'shop' })).toEqual(['shop'])
})

test('of many transactions some are read, of few beside them all', async () => {
  await using store = await openTestStore(requests([7, 8, 9], '/rare'))
  const insert = `INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName, SpanKind, Duration, SpanAttributes)
    SELECT toDateTime64(${hourMs / 1000}, 9) + number % 3600, leftPad(hex(number + 1), 32, '0'), leftPad(hex(number + 1), 16, '0'),
      'shop', 'Server', 1000 * number, map('http.route', '/busy') FROM numbers(40000)`
  await store.command(insert)
  await store.command(insert)

  const [busy, rare] = await listLatencies(store, { ...asked, by: 'operation', service: 'shop' })
  expect(rare).toMatchObject({ operation: '/rare', oneIn: 1, now: { requests: 3, p50: ms(8) } })
  expect(busy?.oneIn).toBeGreaterThan(1)
  expect(Math.abs((busy?.now.requests ?? 0) / 40_000 - 1)).toBeLessThan(0.05)
  expect(Math.abs(Number(busy?.now.p95) / 38_000_000 - 1)).toBeLessThan(0.05)
})

test('of more operations than asked for the rest is one row, and all rows add up to the whole', async () => {
  const failed = spanRow({ at: nsOfMs(hourMs), status: 'Error', name: 'd', kind: 'Consumer', durationNs: ms(7) })
  await using store = await openTestStore([
    ...requests([1, 1, 1], '/a'),
    ...requests([2, 2], '/b'),
    ...requests([900], '/c'),
    ...requests([5], '/c', { before: true }),
    failed,
    failed,
  ])

  const operations = await listLatencies(store, { ...asked, by: 'operation', service: 'shop', limit: 2 })
  expect(
    operations.map(({ operation, others, now, before }) => [operation, others, now.requests, before.requests]),
  ).toEqual([
    ['/a', 0, 3, 0],
    ['/b', 0, 2, 0],
    ['', 2, 2, 1],
  ])
  expect(operations.at(-1)).toMatchObject({
    service: 'shop',
    slowest: 0n,
    now: { failed: 1, satisfied: 0, tolerating: 1, p50: 0n },
    before: { satisfied: 1 },
  })
})

test('errors in GraphQL answers of 200 are failures of the service, once for each trace, and no transactions', async () => {
  const traceId = 'a'.repeat(32)
  const answer = { at: nsOfMs(hourMs), traceId }
  const below = { ...answer, kind: 'Internal', parentSpanId: '1'.repeat(16) }
  const graphql = { 'graphql.operation.type': 'mutation', 'graphql.operation.name': 'Pay' }
  const rows = [
    ...requests([1, 2], '/graphql'),
    spanRow({ ...answer, spanId: '1'.repeat(16), attributes: { 'http.route': '/graphql' } }),
    spanRow({ ...below, attributes: graphql, events: [{ name: 'exception' }] }),
    spanRow({ ...below, attributes: { 'graphql.field.path': 'pay' }, status: 'Error' }),
    spanRow({ ...below, attributes: { 'db.system': 'mysql' }, status: 'Error' }),
    spanRow({ ...below, attributes: graphql, kind: 'Client', status: 'Error' }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows.toReversed())

  const [service] = await listLatencies(store, { ...asked, by: 'service' })
  expect(service?.now).toMatchObject({ requests: 3, failed: 1 })
  const operations = await listLatencies(store, { ...asked, by: 'operation', service: 'shop' })
  expect(operations.map(({ operation, now }) => [operation, now.requests, now.failed])).toEqual([
    ['/graphql', 3, 0],
    ['GraphQL errors', 0, 1],
  ])
})

test('where servers and pages share a name, the requests of servers count, and by operation each has a row', async () => {
  const seen = { attributes: { 'http.route': '/cart' }, resource: { 'telemetry.sdk.language': 'webjs' } }
  await using store = await openTestStore([
    ...requests([10, 20], '/cart'),
    ...[1, 2, 3].map(() => spanRow({ at: nsOfMs(hourMs), durationNs: ms(900), kind: 'Internal', ...seen })),
    spanRow({ ...seen, at: nsOfMs(hourMs), service: 'pages', resource: { 'browser.platform': 'macOS' } }),
  ])

  const services = await listLatencies(store, { ...asked, by: 'service' })
  expect(services.map(({ service, isBrowser, now }) => [service, isBrowser, now.requests])).toEqual([
    ['shop', false, 2],
    ['pages', true, 1],
  ])
  const operations = await listLatencies(store, { ...asked, by: 'operation', service: 'shop' })
  expect(operations.map(({ operation, isBrowser, now }) => [operation, isBrowser, now.requests])).toEqual([
    ['/cart', true, 3],
    ['/cart', false, 2],
  ])
})
