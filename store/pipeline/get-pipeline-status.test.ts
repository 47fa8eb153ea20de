import { expect, test } from 'vitest'
import { exceptionRow, logRow, openTestStore, spanRow, sumRow } from '../../test/open-test-store.ts'
import { rangeBefore } from '../units.ts'
import { getPipelineStatus } from './get-pipeline-status.ts'

const MINUTE_MS = 60_000
const lastHour = () => ({ range: rangeBefore(Date.now() + MINUTE_MS, 60 * MINUTE_MS) })
/** A life of a Collector that began `since` milliseconds ago. */
const collector =
  (instance: string, since: number) =>
  (at: number, value: number, filter = 'filter/health-check') =>
    sumRow({
      at,
      since,
      name: 'otelcol_processor_filter_spans.filtered',
      value,
      attributes: { filter },
      resource: { 'service.instance.id': instance },
    })

test('counts the rows of each signal once, however often they were delivered', async () => {
  const rows = [spanRow({ at: 1000 }), spanRow({ at: 2000 }), logRow({ at: 1000 }), exceptionRow({ at: 3000 })]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  const { signals } = await getPipelineStatus(store, lastHour())
  expect(signals).toMatchObject([
    { signal: 'logs', rows: 2 },
    { signal: 'metrics', rows: 0, newestStoredNs: 0n },
    { signal: 'spans', rows: 2 },
  ])
})

test('tells when the newest row was stored, not what time it claims', async () => {
  await using store = await openTestStore([spanRow({ at: 5 * 24 * 60 * MINUTE_MS })])

  const { signals } = await getPipelineStatus(store, lastHour())
  const storedMs = Number((signals[2]?.newestStoredNs ?? 0n) / 1_000_000n)
  expect(Math.abs(Date.now() - storedMs)).toBeLessThan(MINUTE_MS)
})

test('adds up what each rule dropped over collectors and their restarts', async () => {
  const [one, other] = [collector('one', 40 * MINUTE_MS), collector('other', 12 * MINUTE_MS)]
  await using store = await openTestStore([
    one(30 * MINUTE_MS, 5),
    one(20 * MINUTE_MS, 9),
    other(10 * MINUTE_MS, 2),
    other(5 * MINUTE_MS, 3),
    one(5 * MINUTE_MS, 4, 'filter/not-found'),
  ])

  const { drops } = await getPipelineStatus(store, lastHour())
  expect(drops).toMatchObject([
    { filter: 'filter/health-check', signal: 'spans', dropped: 12 },
    { filter: 'filter/not-found', signal: 'spans', dropped: 4 },
  ])
})

test('leaves out what a rule had dropped before the range', async () => {
  const one = collector('one', 120 * MINUTE_MS)
  await using store = await openTestStore([one(70 * MINUTE_MS, 100), one(10 * MINUTE_MS, 107)])

  const { drops } = await getPipelineStatus(store, lastHour())
  expect(drops).toMatchObject([{ filter: 'filter/health-check', dropped: 7 }])
})

test('counts from the first report of a collector that was not heard for an hour before the range', async () => {
  const one = collector('one', 24 * 60 * MINUTE_MS)
  await using store = await openTestStore([one(30 * MINUTE_MS, 100), one(10 * MINUTE_MS, 103)])

  const { drops } = await getPipelineStatus(store, lastHour())
  expect(drops).toMatchObject([{ dropped: 3 }])
})

test('tells what the exporter gave up and what its queue refused', async () => {
  const counter = (name: string, value: number) =>
    sumRow({ at: 1000, since: 60_000, name, value, attributes: { exporter: 'clickhouse' } })
  await using store = await openTestStore([
    counter('otelcol_exporter_send_failed_spans', 3),
    counter('otelcol_exporter_enqueue_failed_log_records', 2),
    counter('otelcol_exporter_enqueue_failed_spans', 0),
  ])

  const { losses } = await getPipelineStatus(store, lastHour())
  expect(losses).toEqual([
    { exporter: 'clickhouse', signal: 'logs', how: 'refused', items: 2 },
    { exporter: 'clickhouse', signal: 'spans', how: 'given-up', items: 3 },
  ])
})

test('tells how full the queues are as of the newest report', async () => {
  const gauge = (at: number, name: string, value: number) => {
    const row = sumRow({
      at,
      name,
      value,
      attributes: { exporter: 'clickhouse', data_type: 'traces' },
      resource: { 'service.instance.id': 'a' },
    })
    const { AggregationTemporality, IsMonotonic, ...values } = row.values
    return { table: 'otel_metrics_gauge', values }
  }
  await using store = await openTestStore([
    gauge(20_000, 'otelcol_exporter_queue_size', 10),
    gauge(10_000, 'otelcol_exporter_queue_size', 70),
    gauge(10_000, 'otelcol_exporter_queue_capacity', 100),
  ])

  const { queues } = await getPipelineStatus(store, lastHour())
  expect(queues).toEqual([{ collector: 'a', exporter: 'clickhouse', data: 'traces', size: 70, capacity: 100 }])
})
