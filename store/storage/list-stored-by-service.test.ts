import { expect, test } from 'vitest'
import { gaugeRow, logRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listStoredByService } from './list-stored-by-service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const until = (hours: number) => ({ from: nsOfMs(Date.now() - HOUR_MS), to: nsOfMs(Date.now() + hours * HOUR_MS) })

test('counts what was stored of each service, whatever its own time is, most first', async () => {
  await using store = await openTestStore([
    spanRow({ service: 'shop', traceId: randomHexId(16) }),
    spanRow({ service: 'shop', traceId: randomHexId(16), at: 3 * DAY_MS }),
    logRow({ service: 'shop' }),
    logRow({ service: 'mail' }),
    gaugeRow({ name: 'queue', service: 'shop', value: 1 }),
  ])

  const services = await listStoredByService(store, { range: until(1) })
  expect(services.map(({ service, spans, logs, points }) => ({ service, spans, logs, points }))).toEqual([
    { service: 'shop', spans: 2, logs: 1, points: 1 },
    { service: 'mail', spans: 0, logs: 1, points: 0 },
  ])
  for (const { newestStoredNs } of services)
    expect(Math.abs(Number(newestStoredNs) / 1e6 - Date.now())).toBeLessThan(60_000)
})

test('counts nothing that was stored before or after the range', async () => {
  await using store = await openTestStore([spanRow(), logRow(), gaugeRow({ name: 'queue', value: 1 })])
  const before = { from: nsOfMs(Date.now() - 2 * HOUR_MS), to: nsOfMs(Date.now() - HOUR_MS) }
  const after = { from: nsOfMs(Date.now() + HOUR_MS), to: nsOfMs(Date.now() + 2 * HOUR_MS) }
  expect(await listStoredByService(store, { range: before })).toEqual([])
  expect(await listStoredByService(store, { range: after })).toEqual([])
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
  const services = await listStoredByService(store, {
    range: { from: until(0).from, to: nsOfMs(Date.now() + 180_000) },
  })
  const delayOf = (name: string) => services.find(({ service }) => service === name)?.delay
  const [shop, mail] = [delayOf('shop'), delayOf('mail')]
  expect(shop?.p50).toBeGreaterThanOrEqual(30)
  expect(shop?.p95).toBeLessThan(60)
  expect(mail?.p50).toBeGreaterThanOrEqual(299)
  expect(mail?.p95).toBeLessThan(330)
  expect(delayOf('ahead')).toEqual({ p50: 0, p95: 0 })
  expect(delayOf('old')).toBeUndefined()
})
