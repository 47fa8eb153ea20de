import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { openTestStore, sumRow } from '../../../test/store/open-test-store.ts'
import { summarizeReceived } from './summarize-received.server.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

/** What a Collector that started and reported so many minutes ago received, in the last day. */
async function receivedOf(started: number, ...reported: readonly (readonly [minutesAgo: number, spans: number])[]) {
  const startedMs = Date.now() - started * MINUTE_MS
  const rows = reported.map(([minutesAgo, value]) =>
    sumRow({
      at: minutesAgo * MINUTE_MS,
      startedMs,
      name: 'otelcol_receiver_accepted_spans',
      value,
      resource: { 'service.instance.id': 'one' },
    }),
  )
  await using store = await openTestStore(rows)
  const nowMs = Date.now()
  const [spansChart] = await summarizeReceived(store, {
    range: { from: nsOfMs(nowMs - DAY_MS), to: nsOfMs(nowMs) },
    nowMs,
  })
  if (spansChart === undefined) throw new Error('no chart of spans')
  const { chart, caption } = spansChart
  const filled = chart.table.rows.map(([, spans]) => spans).filter(spans => spans !== '0')
  // The first and the last may be partial.
  const whole = chart.times[1]
  return { filled, caption, minutes: whole && Number((whole.toNs - whole.fromNs) / nsOfMs(MINUTE_MS)) }
}

/** Of a minute so long ago: `14:05` */
const timeOf = (minutesAgo: number) => new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString().slice(11, 16)

test('the chart begins where Collectors began to report if that is late in the range, and counts all of it', async () => {
  const before = timeOf(8)
  const fresh = await receivedOf(9, [8, 5_000], [5, 5_100], [2, 5_300])
  expect(fresh).toEqual({
    filled: ['5,000', '100', '200'],
    caption: expect.stringMatching(new RegExp(`^5,300 since (.* )?(${before}|${timeOf(8)}), the first report$`)),
    minutes: expect.any(Number),
  })
  expect(fresh.minutes).toBeLessThanOrEqual(5)
  expect(await receivedOf(1_300, [1_290, 70], [5, 90])).toEqual({ filled: ['70', '20'], caption: '90', minutes: 30 })
})
