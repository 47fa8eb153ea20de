import { expect, test } from 'vitest'
import { openTestStore, sumRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listCounters } from './list-counters.ts'

const METRIC = 'otelcol_processor_filter_spans.filtered'
const MINUTE_MS = 60_000
const lastHour = () => ({ range: rangeEndingAt(Date.now() + MINUTE_MS, 60 * MINUTE_MS), metrics: [METRIC] })

/** A run of a Collector that started `since` milliseconds ago. */
const collector = (instance: string, since: number) => {
  const startedMs = Date.now() - since
  return (at: number, value: number, filter = 'filter/health-check') =>
    sumRow({
      at,
      startedMs,
      name: METRIC,
      value,
      attributes: { filter },
      resource: { 'service.instance.id': instance },
    })
}

test('adds up over senders and their restarts, and only the metrics asked for', async () => {
  const [one, other] = [collector('one', 40 * MINUTE_MS), collector('other', 12 * MINUTE_MS)]
  await using store = await openTestStore([
    one(30 * MINUTE_MS, 5),
    one(20 * MINUTE_MS, 9),
    other(10 * MINUTE_MS, 2),
    other(5 * MINUTE_MS, 3),
    sumRow({ at: 1000, startedMs: Date.now() - MINUTE_MS, name: 'other', value: 50 }),
  ])

  const counters = await listCounters(store, lastHour())
  expect(counters).toMatchObject([{ metric: METRIC, attributes: { filter: 'filter/health-check' }, rise: 12 }])
})

test('leaves out what a rule had dropped before the range', async () => {
  const one = collector('one', 120 * MINUTE_MS)
  await using store = await openTestStore([one(70 * MINUTE_MS, 100), one(10 * MINUTE_MS, 107)])

  const counters = await listCounters(store, lastHour())
  expect(counters).toMatchObject([{ attributes: { filter: 'filter/health-check' }, rise: 7 }])
})

test('counts from the first report of a Collector that had not reported for an hour', async () => {
  const one = collector('one', 24 * 60 * MINUTE_MS)
  await using store = await openTestStore([one(30 * MINUTE_MS, 100), one(10 * MINUTE_MS, 103)])

  const counters = await listCounters(store, lastHour())
  expect(counters).toMatchObject([{ rise: 3 }])
})
