import { expect, test } from 'vitest'
import { openTestStore, sumRow } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { listDeliveries } from './list-deliveries.ts'

const lastHour = () => ({ range: rangeEndingAt(Date.now() + 60_000, 3_660_000), lateNs: nsOfMs(Date.now() - 120_000) })

const flight = (at: number, value: number, data = 'traces') =>
  sumRow({
    at,
    name: 'otelcol_exporter_in_flight_requests',
    value,
    attributes: { exporter: 'clickhouse', data_type: data },
    resource: { 'service.instance.id': 'a' },
  })

const sent = (at: number, value: number, items = 'spans') =>
  sumRow({
    at,
    name: `otelcol_exporter_sent_${items}`,
    value,
    attributes: { exporter: 'clickhouse' },
    resource: { 'service.instance.id': 'a' },
  })

const minutesAgo = (ns: bigint | undefined) =>
  ns === undefined ? undefined : Math.round((Date.now() - Number(ns / 1_000_000n)) / 60_000)

test('reports since when batches are in transit without a pause, and what was sent meanwhile', async () => {
  await using store = await openTestStore()
  await store.insert([
    flight(600_000, 1),
    flight(420_000, 0),
    flight(240_000, 2),
    flight(10_000, 1),
    sent(600_000, 50),
    sent(10_000, 80),
  ])

  const [delivery, ...others] = await listDeliveries(store, lastHour())
  expect(delivery).toMatchObject({ collector: 'a', exporter: 'clickhouse', data: 'traces', sentLately: 30 })
  expect(minutesAgo(delivery?.busySinceNs)).toBe(7)
  expect(others).toEqual([])
})

test('a Collector that never paused is busy since its first report', async () => {
  await using store = await openTestStore()
  await store.insert([flight(1_800_000, 4, 'logs'), flight(10_000, 4, 'logs'), sent(10_000, 7, 'log_records')])

  const [delivery] = await listDeliveries(store, lastHour())
  expect(delivery).toMatchObject({ data: 'logs', sentLately: 7 })
  expect(minutesAgo(delivery?.busySinceNs)).toBe(30)
})

test('an exporter with nothing in transit at its newest report is not busy', async () => {
  await using store = await openTestStore()
  await store.insert([flight(600_000, 1, 'metrics'), flight(5_000, 0, 'metrics'), sent(5_000, 9, 'metric_points')])

  const deliveries = await listDeliveries(store, lastHour())
  expect(deliveries).toEqual([
    { collector: 'a', exporter: 'clickhouse', data: 'metrics', busySinceNs: undefined, sentLately: 9 },
  ])
})
