import { expect, test } from 'vitest'
import { openTestStore, sumRow } from '../../test/open-test-store.ts'
import { rangeBefore } from '../units.ts'
import { listQueues } from './list-queues.ts'

const lastHour = () => ({ range: rangeBefore(Date.now() + 60_000, 3_600_000) })

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

  const queues = await listQueues(store, lastHour())
  expect(queues).toEqual([{ collector: 'a', exporter: 'clickhouse', data: 'traces', size: 70, capacity: 100 }])
})
