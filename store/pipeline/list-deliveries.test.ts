import { expect, test } from 'vitest'
import { openTestStore, sumRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listDeliveries } from './list-deliveries.ts'

const lastHour = () => ({ range: rangeEndingAt(Date.now() + 60_000, 3_660_000) })

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

test('an exporter that has sent nothing since its last pause has been busy since then', async () => {
  await using store = await openTestStore()
  await store.insert([
    flight(600_000, 1),
    flight(420_000, 0),
    flight(240_000, 2),
    flight(10_000, 1),
    sent(600_000, 80),
    sent(10_000, 80),
  ])

  const [delivery, ...others] = await listDeliveries(store, lastHour())
  expect(delivery).toMatchObject({ collector: 'a', exporter: 'clickhouse', data: 'traces' })
  expect(minutesAgo(delivery?.nothingSentSinceNs)).toBe(7)
  expect(others).toEqual([])
})

test('batches that follow one another without a pause are not one batch: what was sent last counts', async () => {
  await using store = await openTestStore()
  const minutes = [20, 15, 10, 8, 4, 1]
  await store.insert([
    ...minutes.flatMap((minute, i) => [flight(minute * 60_000, 1), sent(minute * 60_000, 100 * Math.min(i, 3))]),
    // Of another exporter: it goes on.
    sumRow({
      at: 60_000,
      name: 'otelcol_exporter_sent_spans',
      value: 9_000,
      attributes: { exporter: 'clickhouse/noise' },
      resource: { 'service.instance.id': 'a' },
    }),
  ])

  const [delivery] = await listDeliveries(store, lastHour())
  expect(minutesAgo(delivery?.nothingSentSinceNs)).toBe(8)
})

test('a Collector that never paused and never sent anything is busy since its first report', async () => {
  await using store = await openTestStore()
  await store.insert([flight(1_800_000, 4, 'logs'), flight(10_000, 4, 'logs')])

  const [delivery] = await listDeliveries(store, lastHour())
  expect(delivery).toMatchObject({ data: 'logs' })
  expect(minutesAgo(delivery?.nothingSentSinceNs)).toBe(30)
})

test('an exporter with nothing in transit at its newest report is not busy', async () => {
  await using store = await openTestStore()
  await store.insert([flight(600_000, 1, 'metrics'), flight(5_000, 0, 'metrics'), sent(5_000, 9, 'metric_points')])

  const deliveries = await listDeliveries(store, lastHour())
  expect(deliveries).toEqual([
    { collector: 'a', exporter: 'clickhouse', data: 'metrics', nothingSentSinceNs: undefined },
  ])
})
