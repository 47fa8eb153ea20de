import { expect, test } from 'vitest'
import { openTestStore, sumRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countReceivedOverTime } from './count-received-over-time.ts'

const HOUR_MS = 3_600_000
const stepNs = nsOfMs(HOUR_MS)
const of = (received: number, lost = 0) => ({ received, lost })

test('adds up by hour what all runs of Collectors received, each report once, from where each stood', async () => {
  const nowMs = Date.now()
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  /** Minutes after the start of the range, three hours before this one. */
  const report = (minute: number, startedMinute: number, name: string, value: number) =>
    sumRow({
      at: nowMs - (hourMs - 3 * HOUR_MS + minute * 60_000),
      startedMs: hourMs - 3 * HOUR_MS + startedMinute * 60_000,
      name: `otelcol_${name}`,
      value,
      resource: { 'service.instance.id': `${startedMinute}` },
    })
  const spans = 'receiver_accepted_spans'
  const logs = 'receiver_accepted_log_records'
  const lost = 'exporter_send_failed_spans'
  const rows = [
    report(10, -600, spans, 1_000),
    report(50, -600, spans, 1_007),
    report(70, -600, spans, 1_010),
    report(80, 65, spans, 5),
    report(130, 65, spans, 9),
    report(75, 65, logs, 2),
    report(130, 65, lost, 3),
    report(140, 65, 'receiver_accepted_metric_points', 8),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)
  const range = { from: nsOfMs(hourMs - 3 * HOUR_MS), to: nsOfMs(hourMs) }
  expect(await countReceivedOverTime(store, { range, stepNs })).toEqual([
    { bucketNs: range.from, spans: of(7), logs: of(0), points: of(0) },
    { bucketNs: range.from + stepNs, spans: of(3 + 5), logs: of(2), points: of(0) },
    { bucketNs: range.from + 2n * stepNs, spans: of(4, 3), logs: of(0), points: of(8) },
  ])
})
