import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { describeHealthProblem } from './describe-health.ts'

const nowMs = 1_795_000_000_000
const minutesAgo = (minutes: number) => nsOfMs(nowMs - minutes * 60_000 - 7_000)
const collector = '1a2b3c4d-0000-4000-8000-000000000000'

test('a silent Collector is reported with how long it has been silent', () => {
  expect(describeHealthProblem({ kind: 'silent', reportedNs: minutesAgo(4) }, nowMs)).toContain('for 4 min')
  expect(describeHealthProblem({ kind: 'silent', reportedNs: undefined }, nowMs)).toContain('in the last hour')
  expect(describeHealthProblem({ kind: 'silent', reportedNs: minutesAgo(16) }, nowMs, minutesAgo(0.1))).toBe(
    'Collector metrics missing for 16 min; telemetry still arrives.',
  )
  expect(describeHealthProblem({ kind: 'silent', reportedNs: minutesAgo(16) }, nowMs, minutesAgo(5))).toContain(
    'No Collector has reported for 16 min',
  )
})

test('one app of several whose canaries are missing is named, with what its Collector answers', () => {
  const late = { kind: 'late' as const, app: 'web-1:3000', newestNs: minutesAgo(4), sinceNs: minutesAgo(60) }
  expect(describeHealthProblem({ ...late, reason: undefined }, nowMs)).toBe(
    'Nothing of the app web-1:3000 stored for 4 min 7 s, while others’ telemetry arrives: it, or the Collector that it sends to, has stopped.',
  )
  const reason = { by: 'Collector' as const, says: 'connection failed: ECONNREFUSED' }
  expect(describeHealthProblem({ ...late, reason }, nowMs)).toContain(
    'the Collector does not accept data: connection failed: ECONNREFUSED.',
  )
})

test('one Collector of several that died is named, with its host and since when', () => {
  const stopped = { kind: 'stopped' as const, collector, host: 'otelcol-1', reportedNs: minutesAgo(4) }
  expect(describeHealthProblem(stopped, nowMs)).toBe(
    'Collector 1a2b3c4d on otelcol-1 has not reported for 4 min, and none was started instead; others report.',
  )
})

test('a Collector that refuses is reported with its reasons', () => {
  const refuses = { kind: 'refuses' as const, collector, items: 12_345, byMemory: 0, byQueue: 0 }
  expect(describeHealthProblem(refuses, nowMs)).toBe(
    'Collector 1a2b3c4d refused 12,345 items in the last two minutes; senders were notified.',
  )
  expect(describeHealthProblem({ ...refuses, items: 1, byMemory: 1, byQueue: 1 }, nowMs)).toBe(
    'Collector 1a2b3c4d refused 1 item in the last two minutes (out of memory, queue full or unwritable); senders were notified.',
  )
})

test('an exporter that delivers nothing is named, with since when and what waits', () => {
  const stuck = {
    kind: 'stuck' as const,
    collector,
    exporter: 'clickhouse',
    data: 'traces',
    nothingSentSinceNs: minutesAgo(3),
    waiting: 4 * 2 ** 20,
  }
  expect(describeHealthProblem(stuck, nowMs)).toBe(
    'Collector 1a2b3c4d has sent no traces to clickhouse for 3 min: 4.00 MiB queued; check its log.',
  )
  expect(describeHealthProblem({ ...stuck, nothingSentSinceNs: minutesAgo(75) }, nowMs)).toContain('for 1 h 15 min: ')
})

test('a queue that fills is named with when it is full, in minutes', () => {
  const filling = { kind: 'filling' as const, collector, exporter: 'clickhouse', data: 'traces' }
  expect(describeHealthProblem({ ...filling, fullInNs: 750_000_000_000n }, nowMs)).toBe(
    'Collector 1a2b3c4d takes traces faster than clickhouse stores them: its queue is full in 12 min at this rate; then senders are refused.',
  )
  expect(describeHealthProblem({ ...filling, fullInNs: 0n }, nowMs)).toContain('full in less than a minute at')
})

test('a stopped ingest is reported with its length, the component and the reason', () => {
  const late = { kind: 'late' as const, app: undefined, newestNs: nsOfMs(nowMs - 40_500), sinceNs: 0n }
  expect(describeHealthProblem({ ...late, reason: { by: 'ClickHouse', says: 'TOO_MANY_PARTS' } }, nowMs)).toBe(
    'Nothing stored for 40 s: ClickHouse rejects inserts: TOO_MANY_PARTS.',
  )
  expect(describeHealthProblem({ ...late, reason: { by: 'Collector', says: 'HTTP 503' } }, nowMs)).toBe(
    'Nothing stored for 40 s: the Collector does not accept data: HTTP 503.',
  )
  const never = { ...late, newestNs: undefined, sinceNs: nsOfMs(nowMs - 125_000), reason: undefined }
  expect(describeHealthProblem(never, nowMs)).toContain('for 2 min 5 s')
})

test('a drop rule that misses noise is named, with whether the noise is stored', () => {
  expect(describeHealthProblem({ kind: 'passes', rule: 'not-found' }, nowMs)).toMatch(
    /the rule for 404 pages .*is being stored/,
  )
  expect(describeHealthProblem({ kind: 'uncounted', rule: 'health-check' }, nowMs)).toMatch(
    /the rule for health checks .*neither counted nor stored/,
  )
})
