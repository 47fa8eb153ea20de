import { expect, test } from 'vitest'
import { openTestStore, sumRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { getPipelineStatus } from './get-pipeline-status.ts'

const MINUTE_MS = 60_000
const lastHour = () => ({ range: rangeEndingAt(Date.now() + MINUTE_MS, 60 * MINUTE_MS) })
/** A run of a Collector that started `since` milliseconds ago. */
const collector = (instance: string, since: number) => {
  const startedMs = Date.now() - since
  return (at: number, value: number, filter = 'filter/health-check') =>
    sumRow({
      at,
      startedMs,
      name: 'otelcol_processor_filter_spans.filtered',
      value,
      attributes: { filter },
      resource: { 'service.instance.id': instance },
    })
}

test('adds up what each rule dropped over collectors and their restarts', async () => {
  const [one, other] = [collector('one', 40 * MINUTE_MS), collector('other', 12 * MINUTE_MS)]
  await using store = await openTestStore([
    one(30 * MINUTE_MS, 5),
    one(20 * MINUTE_MS, 9),
    other(10 * MINUTE_MS, 2),
    other(5 * MINUTE_MS, 3),
    one(5 * MINUTE_MS, 4, 'filter/not-found'),
    one(5 * MINUTE_MS, 90, 'filter/noise-candidates'),
    one(5 * MINUTE_MS, 7, 'filter/no-id'),
  ])

  const { drops } = await getPipelineStatus(store, lastHour())
  expect(drops, 'what the filters of drop counts skip was kept, and what cannot be stored is a loss').toMatchObject([
    { filter: 'filter/health-check', signal: 'spans', dropped: 12 },
    { filter: 'filter/not-found', signal: 'spans', dropped: 4 },
  ])
})
