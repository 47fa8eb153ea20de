import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { tellTrouble } from './tell-trouble.ts'

const nowMs = 1_795_000_000_000
const minutesAgo = (minutes: number) => nsOfMs(nowMs - minutes * 60_000 - 7_000)
const collector = '1a2b3c4d-0000-4000-8000-000000000000'

test('a Collector that nobody hears is told with what that may mean', () => {
  expect(tellTrouble({ kind: 'silent', heardNs: minutesAgo(4) }, nowMs)).toBe(
    'No Collector has reported for 4 min: it has ended, or hangs, or what it sends does not reach this store.',
  )
  expect(tellTrouble({ kind: 'silent', heardNs: undefined }, nowMs)).toBe(
    'No Collector has reported in the last hour: none runs, or what it sends does not reach this store.',
  )
})

test('a Collector that refuses is told with its reasons', () => {
  const refuses = { kind: 'refuses' as const, collector, items: 12_345, byMemory: 0, byQueue: 0 }
  expect(tellTrouble(refuses, nowMs)).toBe(
    'Collector 1a2b3c4d refused 12,345 items in the last two minutes. The senders were told.',
  )
  expect(tellTrouble({ ...refuses, items: 1, byMemory: 1, byQueue: 1 }, nowMs)).toBe(
    'Collector 1a2b3c4d refused 1 item in the last two minutes, for want of memory, and because a queue was full or could not be written. The senders were told.',
  )
})

test('a batch that keeps failing is told apart from an exporter of which nothing gets through', () => {
  const stuck = {
    kind: 'stuck' as const,
    collector,
    exporter: 'clickhouse',
    data: 'traces',
    busySinceNs: minutesAgo(3),
    sentLately: 0,
    waiting: 4 * 2 ** 20,
  }
  expect(tellTrouble(stuck, nowMs)).toBe(
    'Collector 1a2b3c4d has delivered no traces to clickhouse for 3 min: 4.00 MiB are waiting. Its log says why.',
  )
  expect(tellTrouble({ ...stuck, sentLately: 5, busySinceNs: minutesAgo(75) }, nowMs)).toBe(
    'Collector 1a2b3c4d has been trying for 1 h 15 min to deliver a batch of traces to clickhouse, while others got through: 4.00 MiB are waiting. Its log says why.',
  )
})
