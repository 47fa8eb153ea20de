import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { addPreviousPeriod } from '../comparison.ts'
import { nsOfMs } from '../units.ts'
import { listOperationChanges } from './list-operation-changes.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const at = (ms: number) => nsOfMs(hourMs + ms)
const comparison = addPreviousPeriod({ from: at(0), to: at(HOUR_MS) }, 1_800_000_000_000n)
const least = { leastNs: 5_000_000n, leastRows: 20 }
/** `count` transactions that last 1, 2, … times `unitNs`. */
const times = (route: string, ms: number, count: number, unitNs: bigint) =>
  Array.from({ length: count }, (_, i) =>
    spanRow({ at: at(ms), attributes: { 'http.route': route }, durationNs: unitNs * BigInt(i + 1) }),
  )

test('lists latency regressions by ratio, without operations of too few transactions or of little change', async () => {
  await using store = await openTestStore([
    ...times('/slower', -1, 40, 1_000_000n),
    ...times('/slower', 1, 40, 2_000_000n),
    ...times('/much', -1, 40, 1_000_000n),
    ...times('/much', 1, 40, 5_000_000n),
    ...times('/little', -1, 40, 100_000n),
    ...times('/little', 1, 40, 250_000n),
    ...times('/faster', -1, 40, 2_000_000n),
    ...times('/faster', 1, 40, 1_000_000n),
    ...times('/rare', -1, 19, 1_000_000n),
    ...times('/rare', 1, 40, 9_000_000n),
  ])

  const once = { baseline: 'previous period', count: 40, countBefore: 40, thinnedBy: 1 }
  expect(await listOperationChanges(store, { comparison, ...least, limit: 5 })).toEqual([
    { service: 'shop', operation: '/much', beforeNs: 31_000_000n, nowNs: 155_000_000n, ...once },
    { service: 'shop', operation: '/slower', beforeNs: 31_000_000n, nowNs: 62_000_000n, ...once },
  ])
})

test('samples many transactions, the same ones after a repeated delivery', async () => {
  await using store = await openTestStore()
  const insert = `INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName, SpanKind, Duration, SpanAttributes)
    SELECT toDateTime64(${hourMs / 1000}, 9) - 1800 + number % 3600, leftPad(hex(number + 1), 32, '0'), leftPad(hex(number + 1), 16, '0'),
      'shop', 'Server', (number % 1000 + 1) * if(number % 3600 < 1800, 10000, 30000), map('http.route', '/many') FROM numbers(100000)`
  await store.command(insert)
  const [once] = await listOperationChanges(store, { comparison, ...least, limit: 5 })
  expect(once?.thinnedBy).toBeGreaterThanOrEqual(4)
  for (const [measured, exact] of [
    [once?.count, 50_000],
    [once?.countBefore, 50_000],
    [once?.beforeNs, 7_500_000],
    [once?.nowNs, 22_500_000],
  ] as const) {
    expect(Math.abs(Number(measured) / exact - 1)).toBeLessThan(0.05)
  }

  await store.command(insert)
  expect(await listOperationChanges(store, { comparison, ...least, limit: 5 })).toEqual([once])
})

test('the last hour is compared with the hours right before, and the same hour of earlier days', async () => {
  const DAY_MS = 24 * HOUR_MS
  const day = addPreviousPeriod({ from: at(HOUR_MS - DAY_MS), to: at(HOUR_MS) }, 1_800_000_000_000n)
  const usual = [1, 2, 3, 4].flatMap(days => times('/slow-now', -days * DAY_MS, 40, 1_000_000n))
  await using store = await openTestStore([
    ...usual,
    ...times('/slow-now', -7 * HOUR_MS, 400, 100_000n),
    ...times('/slow-now', 1, 40, 20_000_000n),
    ...times('/young', -1, 40, 1_000_000n),
    ...times('/young', 1, 40, 3_000_000n),
    ...times('/as-every-day', -7 * HOUR_MS, 200, 100_000n),
    ...times('/as-every-day', -DAY_MS, 40, 20_000_000n),
    ...times('/as-every-day', 1, 40, 20_000_000n),
  ])

  expect(await listOperationChanges(store, { comparison: day, ...least, limit: 5 })).toEqual([
    {
      service: 'shop',
      operation: '/slow-now',
      baseline: 'usual hour',
      nowNs: 620_000_000n,
      beforeNs: 31_000_000n,
      count: 40,
      countBefore: 160,
      thinnedBy: 1,
    },
    {
      service: 'shop',
      operation: '/young',
      baseline: 'usual hour',
      nowNs: 93_000_000n,
      beforeNs: 31_000_000n,
      count: 40,
      countBefore: 40,
      thinnedBy: 1,
    },
  ])
})
