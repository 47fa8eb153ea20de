import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listQueueTimes } from './list-queue-times.ts'

const nowMs = Date.now() - 60_000
const range = { from: nsOfMs(nowMs - 3_600_000), to: nsOfMs(nowMs + 60_000) }
const queue = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' }

/** The sending of a message that ended so many seconds before now. */
function sent(secondsAgo: number) {
  const ids = { traceId: randomHexId(16), spanId: randomHexId(8) }
  const at = nsOfMs(nowMs - secondsAgo * 1_000 - 5)
  return { ids, row: spanRow({ ...ids, at, durationNs: 5_000_000n, kind: 'Producer', attributes: queue }) }
}

const taken = (of: Parameters<typeof spanRow>[0]) =>
  spanRow({ at: nsOfMs(nowMs), service: 'mail', kind: 'Consumer', attributes: queue, ...of })

test('messages wait from the end of their producer to the start of their consumer, which is its child or links to it', async () => {
  const [child, one, two, late] = [sent(4), sent(10), sent(7_200), sent(-1)]
  const rows = [
    ...[child, one, two, late].map(({ row }) => row),
    taken({ traceId: child.ids.traceId, parentSpanId: child.ids.spanId }),
    taken({ links: [one.ids, two.ids, one.ids] }),
    // The clock of its producer is ahead.
    taken({ links: [late.ids] }),
    // Its producer is not stored.
    taken({ links: [{ traceId: randomHexId(16), spanId: randomHexId(8) }] }),
    taken({ service: 'audit', links: [one.ids] }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows.toReversed())

  expect(await listQueueTimes(store, { range, service: 'mail' })).toEqual({
    queues: [
      { queue: 'orders', messages: 4, p50: 10_000_000_000n, p95: 7_200_000_000_000n, longest: 7_200_000_000_000n },
    ],
    read: 4,
    all: 4,
  })
  expect(await listQueueTimes(store, { range, service: 'shop' })).toEqual({ queues: [], read: 0, all: 0 })
})
