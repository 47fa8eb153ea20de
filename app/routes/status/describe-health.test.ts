import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { describeHealthProblem } from './describe-health.ts'

const nowMs = 1_795_000_000_000
const minutesAgo = (minutes: number) => nsOfMs(nowMs - minutes * 60_000 - 7_000)
const collector = '1a2b3c4d-0000-4000-8000-000000000000'

test('a Collector that nobody hears is told with what that may mean', () => {
  expect(describeHealthProblem({ kind: 'silent', heardNs: minutesAgo(4) }, nowMs)).toBe(
    'No Collector has reported for 4 min: it has ended, or hangs, or what it sends does not reach this store.',
  )
  expect(describeHealthProblem({ kind: 'silent', heardNs: undefined }, nowMs)).toBe(
    'No Collector has reported in the last hour: none runs, or what it sends does not reach this store.',
  )
})

test('a Collector that refuses is told with its reasons', () => {
  const refuses = { kind: 'refuses' as const, collector, items: 12_345, byMemory: 0, byQueue: 0 }
  expect(describeHealthProblem(refuses, nowMs)).toBe(
    'Collector 1a2b3c4d refused 12,345 items in the last two minutes. The senders were told.',
  )
  expect(describeHealthProblem({ ...refuses, items: 1, byMemory: 1, byQueue: 1 }, nowMs)).toBe(
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
  expect(describeHealthProblem(stuck, nowMs)).toBe(
    'Collector 1a2b3c4d has delivered no traces to clickhouse for 3 min: 4.00 MiB are waiting. Its log says why.',
  )
  expect(describeHealthProblem({ ...stuck, sentLately: 5, busySinceNs: minutesAgo(75) }, nowMs)).toBe(
    'Collector 1a2b3c4d has been trying for 1 h 15 min to deliver a batch of traces to clickhouse, while others got through: 4.00 MiB are waiting. Its log says why.',
  )
})

test('that nothing is stored is told with its length, and with who refuses what for which reason', () => {
  const late = { kind: 'late' as const, newestNs: nsOfMs(nowMs - 40_500), sinceNs: 0n }
  expect(describeHealthProblem({ ...late, reason: { by: 'ClickHouse', says: 'TOO_MANY_PARTS' } }, nowMs)).toBe(
    'Nothing stored for 40 s: ClickHouse refuses with TOO_MANY_PARTS.',
  )
  expect(describeHealthProblem({ ...late, reason: { by: 'Collector', says: 'it answers 503' } }, nowMs)).toBe(
    'Nothing stored for 40 s: the Collector does not take what is sent, it answers 503.',
  )
  const never = { ...late, newestNs: undefined, sinceNs: nsOfMs(nowMs - 125_000), reason: undefined }
  expect(describeHealthProblem(never, nowMs)).toBe(
    'Nothing stored for 2 min 5 s: the Collector takes what is sent, and ClickHouse names no reason. The Collector’s log does.',
  )
})

test('rules that miss what they must remove are told by what becomes of it', () => {
  expect(describeHealthProblem({ kind: 'passes', rule: 'not-found' }, nowMs)).toBe(
    'What the rule for 404 pages must remove is stored: the rule does not run, or no longer matches.',
  )
  expect(describeHealthProblem({ kind: 'uncounted', rule: 'health-check' }, nowMs)).toBe(
    'What the rule for health checks must remove has not come to the ledger for some minutes, nor to the tables.',
  )
})
