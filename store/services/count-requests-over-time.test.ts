import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { addPreviousPeriod } from '../comparison.ts'
import { nsOfMs } from '../units.ts'
import { countRequestsOverTime } from './count-requests-over-time.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const at = (ms: number) => nsOfMs(hourMs + ms)
const stepNs = 1_800_000_000_000n
const comparison = addPreviousPeriod({ from: at(0), to: at(HOUR_MS) }, stepNs)

test('counts transactions and failed ones by bucket and service, now and before, to the nanosecond at either end', async () => {
  await using store = await openTestStore([
    spanRow({ at: at(-HOUR_MS) - 1n }),
    spanRow({ at: at(-HOUR_MS) }),
    spanRow({ at: at(0), status: 'Error' }),
    spanRow({ at: at(1_799_999), attributes: { 'http.response.status_code': '500' } }),
    spanRow({ at: at(1_799_999), attributes: { 'http.response.status_code': '404' } }),
    spanRow({ at: at(0), kind: 'Internal', parentSpanId: '00000000000000aa' }),
    spanRow({ at: at(HOUR_MS) - 1n, service: 'cart' }),
    spanRow({ at: at(HOUR_MS), service: 'cart' }),
  ])

  expect(await countRequestsOverTime(store, { comparison })).toEqual([
    { isNow: false, bucketNs: at(0), service: 'shop', isBrowser: false, requests: 1, failed: 0 },
    { isNow: true, bucketNs: at(0), service: 'shop', isBrowser: false, requests: 3, failed: 2 },
    { isNow: true, bucketNs: at(1_800_000), service: 'cart', isBrowser: false, requests: 1, failed: 0 },
  ])
})

test('a range that begins and ends within five minutes is counted to the nanosecond, failed ones too', async () => {
  const [from, to] = [at(123_456), at(234_567)]
  const moments = [2n * from - to - 1n, 2n * from - to, from - 1n, from, from + 1n, to - 1n, to]
  await using store = await openTestStore(moments.map(at => spanRow({ at, status: at === from ? 'Error' : 'Ok' })))
  const counts = await countRequestsOverTime(store, { comparison: addPreviousPeriod({ from, to }, stepNs) })
  expect(counts.map(({ isNow, requests, failed }) => [isNow, requests, failed])).toEqual([
    [false, 2, 0],
    [true, 3, 1],
  ])
})

test('counts only what the filter matches', async () => {
  const resource = { 'deployment.environment.name': 'staging', 'service.version': '2.4.1' }
  await using store = await openTestStore([
    spanRow({ at: at(0) }),
    spanRow({ at: at(0), service: 'cart', resource }),
    spanRow({ at: at(0), service: 'errata-desk' }),
  ])
  const services = async (filter: object) =>
    (await countRequestsOverTime(store, { comparison, ...filter })).map(({ service }) => service)

  expect(await services({})).toEqual(['cart', 'errata-desk', 'shop'])
  expect(await services({ hidden: ['errata-desk'] })).toEqual(['cart', 'shop'])
  expect(await services({ service: 'shop' })).toEqual(['shop'])
  expect(await services({ environment: 'staging' })).toEqual(['cart'])
  expect(await services({ release: '2.4.1' })).toEqual(['cart'])
})

test('counts many within 5 %, the same by steps of 5 minutes, 30 minutes and 3 hours, and after a repeated delivery', async () => {
  await using store = await openTestStore()
  const dayMs = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000
  const insert = `INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName, SpanKind)
    SELECT toDateTime64(${dayMs / 1000}, 9) + number % 10800, leftPad(hex(number + 1), 32, '0'), leftPad(hex(number + 1), 16, '0'),
      'shop', 'Server' FROM numbers(54000)`
  await store.command(insert)
  await store.command(insert)

  for (const minutes of [5n, 30n, 180n]) {
    const counts = await countRequestsOverTime(store, {
      comparison: addPreviousPeriod(
        { from: nsOfMs(dayMs), to: nsOfMs(dayMs) + minutes * 60_000_000_000n },
        minutes * 60_000_000_000n,
      ),
    })
    const expected = (54_000 * Number(minutes)) / 180
    expect(Math.abs((counts[0]?.requests ?? 0) / expected - 1)).toBeLessThan(0.05)
  }
})
