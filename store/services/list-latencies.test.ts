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
/** Requests of a route, now or in the hour before, one for each duration. */
const requests = (durationsMs: readonly number[], route: string, of: { before?: boolean; service?: string } = {}) =>
  durationsMs.map((duration, i) =>
    spanRow({
      at: nsOfMs(hourMs + (of.before ? -HOUR_MS : 0) + i * 1_000),
      durationNs: ms(duration),
      attributes: { 'http.route': route },
      service: of.service ?? 'shop',
    }),
  )

test('compares percentiles of each route with the previous period', async () => {
  await using store = await openTestStore([
    ...requests([10, 20, 30, 40], '/cart'),
    ...requests([5], '/cart', { before: true }),
    ...requests([100], '/', { service: 'stock' }),
  ])

  const routes = await listLatencies(store, { ...asked, by: 'route', service: 'shop' })
  expect(routes).toMatchObject([
    {
      service: 'shop',
      route: '/cart',
      now: { requests: 4, failed: 0, p50: ms(30), p75: ms(40), p95: ms(40), p99: ms(40) },
      before: { requests: 1, p50: ms(5) },
      oneIn: 1,
    },
  ])
  const services = await listLatencies(store, { ...asked, by: 'service' })
  expect(services.map(({ service, route, now }) => [service, route, now.requests])).toEqual([
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

  const [busy, rare] = await listLatencies(store, { ...asked, by: 'route', service: 'shop' })
  expect(rare).toMatchObject({ route: '/rare', oneIn: 1, now: { requests: 3, p50: ms(8) } })
  expect(busy?.oneIn).toBeGreaterThan(1)
  expect(Math.abs((busy?.now.requests ?? 0) / 40_000 - 1)).toBeLessThan(0.05)
  expect(Math.abs(Number(busy?.now.p95) / 38_000_000 - 1)).toBeLessThan(0.05)
})

test('where servers and pages share a name, the requests of servers count, and by route each has a row', async () => {
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
  const routes = await listLatencies(store, { ...asked, by: 'route', service: 'shop' })
  expect(routes.map(({ route, isBrowser, now }) => [route, isBrowser, now.requests])).toEqual([
    ['/cart', true, 3],
    ['/cart', false, 2],
  ])
})
