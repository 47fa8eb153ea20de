import { expect, test } from 'vitest'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { listDamagedQueues } from './list-damaged-queues.ts'

const nowMs = Date.now()
const atNs = (minutes: number) => nsOfMs(nowMs - minutes * 60_000)
const damaged = (minutes: number, bytes: string, service = 'errata-stack') =>
  logRow({
    at: atNs(minutes),
    service,
    eventName: 'errata.queue.damaged',
    attributes: {
      'errata.queue.file': 'exporter_clickhouse__traces',
      'errata.queue.bytes': bytes,
      'errata.queue.fault': 'it is empty',
      'errata.queue.moved_to': '/data/queue/damaged/1',
    },
  })

test('lists the damaged queues of the range, each once, latest first, as the supervisor reported them', async () => {
  const twice = damaged(20, '0')
  await using store = await openTestStore([
    damaged(70, '9'),
    twice,
    twice,
    damaged(10, '5368709120'),
    damaged(5, '7', 'somebody-else'),
    logRow({ at: atNs(5), service: 'errata-stack' }),
  ])

  const file = { file: 'exporter_clickhouse__traces', fault: 'it is empty', movedTo: '/data/queue/damaged/1' }
  expect(await listDamagedQueues(store, { range: rangeEndingAt(nowMs, 3_600_000) })).toEqual([
    { ...file, atNs: atNs(10), bytes: 5_368_709_120 },
    { ...file, atNs: atNs(20), bytes: 0 },
  ])
})
