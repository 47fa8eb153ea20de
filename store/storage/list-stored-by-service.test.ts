import { expect, test } from 'vitest'
import { gaugeRow, logRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listStoredByService } from './list-stored-by-service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** From `from` to `to` milliseconds from now, read at its end. */
const between = (from: number, to: number) => {
  const now = Date.now()
  return { range: { from: nsOfMs(now + from), to: nsOfMs(now + to) }, nowMs: now + to }
}

test('counts what was stored of each service, whatever its own time is, most first', async () => {
  await using store = await openTestStore([
    spanRow({ service: 'shop', traceId: randomHexId(16) }),
    spanRow({ service: 'shop', traceId: randomHexId(16), at: 3 * DAY_MS }),
    logRow({ service: 'shop' }),
    logRow({ service: 'mail' }),
    gaugeRow({ name: 'queue', service: 'shop', value: 1 }),
  ])

  const services = await listStoredByService(store, between(-DAY_MS, 5_000))
  expect(services.map(({ service, spans, logs, points }) => ({ service, spans, logs, points }))).toEqual([
    { service: 'shop', spans: 2, logs: 1, points: 1 },
    { service: 'mail', spans: 0, logs: 1, points: 0 },
  ])
  for (const { newestStoredNs } of services)
    expect(Math.abs(Number(newestStoredNs) / 1e6 - Date.now())).toBeLessThan(60_000)
})

test('counts nothing that was stored before or after the range', async () => {
  await using store = await openTestStore([spanRow(), logRow(), gaugeRow({ name: 'queue', value: 1 })])
  expect(await listStoredByService(store, between(-2 * HOUR_MS, -HOUR_MS))).toEqual([])
  expect(await listStoredByService(store, between(HOUR_MS, 2 * HOUR_MS))).toEqual([])
})

test('counts only the latest hour of a range, which may end in the future', async () => {
  await using store = await openTestStore([logRow()])
  const { range } = between(-DAY_MS, DAY_MS)
  const storedAt = async (nowMs: number) => (await listStoredByService(store, { range, nowMs })).map(({ logs }) => logs)
  expect(await storedAt(Date.now() + 5_000)).toEqual([1])
  expect(await storedAt(Date.now() + HOUR_MS + 60_000)).toEqual([])
})

test('the delay is that from the end of a record until it was stored, of those that ended lately', async () => {
  await using store = await openTestStore([
    ...[60_000, 61_000, 62_000].map(at =>
      spanRow({ service: 'shop', traceId: randomHexId(16), at, durationNs: 30_000_000_000n }),
    ),
    spanRow({ service: 'shop', traceId: randomHexId(16), at: 2 * HOUR_MS }),
    logRow({ service: 'mail', at: 300_000 }),
    logRow({ service: 'ahead', at: -120_000 }),
    logRow({ service: 'old', at: 2 * HOUR_MS }),
  ])
  const services = await listStoredByService(store, between(-HOUR_MS, 180_000))
  const delayOf = (name: string) => services.find(({ service }) => service === name)?.delay
  const [shop, mail] = [delayOf('shop'), delayOf('mail')]
  expect(shop?.p50).toBeGreaterThanOrEqual(30)
  expect(shop?.p95).toBeLessThan(60)
  expect(mail?.p50).toBeGreaterThanOrEqual(299)
  expect(mail?.p95).toBeLessThan(330)
  expect(delayOf('ahead')).toEqual({ p50: 0, p95: 0 })
  expect(delayOf('old')).toBeUndefined()
})
