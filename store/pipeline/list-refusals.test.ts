import { expect, test } from 'vitest'
import { openTestStore, sumRow } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { listRefusals } from './list-refusals.ts'

const lastHour = () => ({ range: rangeEndingAt(Date.now() + 60_000, 3_660_000), lateNs: nsOfMs(Date.now() - 120_000) })

const counter = (collector: string, at: number, name: string, value: number) =>
  sumRow({ at, name: `otelcol_${name}`, value, resource: { 'service.instance.id': collector } })

test('lists recent refusals with their reason, most first', async () => {
  await using store = await openTestStore()
  await store.insert([
    counter('a', 1_800_000, 'receiver_refused_spans', 100),
    counter('a', 10_000, 'receiver_refused_spans', 130),
    counter('a', 10_000, 'receiver_refused_metric_points', 4),
    counter('a', 10_000, 'processor_memory_limiter_refused_spans', 20),
    counter('a', 10_000, 'exporter_enqueue_failed_spans', 10),
    counter('b', 10_000, 'receiver_refused_log_records', 3),
  ])

  expect(await listRefusals(store, lastHour())).toEqual([
    { collector: 'a', items: 34, byMemory: 20, byQueue: 10 },
    { collector: 'b', items: 3, byMemory: 0, byQueue: 0 },
  ])
})

test('leaves out a Collector without recent refusals', async () => {
  await using store = await openTestStore()
  await store.insert([
    counter('a', 300_000, 'receiver_refused_spans', 100),
    counter('a', 10_000, 'receiver_refused_spans', 100),
    counter('b', 10_000, 'receiver_refused_spans', 0),
  ])

  expect(await listRefusals(store, lastHour())).toEqual([])
})
