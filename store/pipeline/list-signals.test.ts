import { expect, test } from 'vitest'
import { exceptionRow, logRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listSignals } from './list-signals.ts'

const MINUTE_MS = 60_000
const lastHour = () => ({ range: rangeEndingAt(Date.now() + MINUTE_MS, 60 * MINUTE_MS) })

test('counts the rows of each signal', async () => {
  const rows = [spanRow({ at: 1000 }), spanRow({ at: 2000 }), logRow({ at: 1000 }), exceptionRow({ at: 3000 })]
  await using store = await openTestStore(rows)

  const signals = await listSignals(store, lastHour())
  expect(signals).toMatchObject([
    { signal: 'logs', rows: 2 },
    { signal: 'metrics', rows: 0, newestStoredNs: 0n },
    { signal: 'spans', rows: 2 },
  ])
  const uncounted = await listSignals(store, {})
  expect(uncounted).toEqual(signals.map(of => ({ ...of, rows: 0 })))
})

test('reports when the newest row was stored, not its timestamp', async () => {
  await using store = await openTestStore([spanRow({ at: 5 * 24 * 60 * MINUTE_MS })])

  const signals = await listSignals(store, lastHour())
  const storedMs = Number((signals[2]?.newestStoredNs ?? 0n) / 1_000_000n)
  expect(Math.abs(Date.now() - storedMs)).toBeLessThan(MINUTE_MS)
})

test('counts many rows within 5 %, also after a repeated delivery', async () => {
  await using store = await openTestStore()
  const insert = `INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName)
    SELECT now64(9) - number % 3000, leftPad(hex(number + 1), 32, '0'), leftPad(hex(number + 1), 16, '0'), 'shop' FROM numbers(100000)`
  await store.command(insert)
  await store.command(insert)

  const spans = (await listSignals(store, lastHour()))[2]?.rows ?? 0
  expect(Math.abs(spans / 100_000 - 1)).toBeLessThan(0.05)
})

test('metrics are looked for in all time if the last hour stored none', async () => {
  await using store = await openTestStore([spanRow()])
  const newest = async () =>
    (await listSignals(store, lastHour())).map(({ signal, newestStoredNs }) => [signal, newestStoredNs > 0n])
  expect(await newest()).toEqual([
    ['logs', false],
    ['metrics', false],
    ['spans', true],
  ])
  await store.command(`INSERT INTO otel_metrics_gauge (ServiceName, MetricName, TimeUnix, StoredAt)
    SETTINGS insert_allow_materialized_columns = 1 SELECT 'shop', 'gauge', now64(9), now() - 7200`)
  const [, metrics] = await listSignals(store, lastHour())
  expect(Math.round((Date.now() - Number(metrics?.newestStoredNs ?? 0n) / 1e6) / 3_600_000)).toBe(2)
})
