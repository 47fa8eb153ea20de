import { describe, expect, test } from 'vitest'
import type { Rhythm } from '../../store/services/list-rhythms.ts'
import { HOUR_NS, MINUTE_NS } from '../../store/time-units.ts'
import { findSilences } from './find-silences.ts'

const nowNs = 1_800_000_000_000_000_000n

/** A job that ran every hour, five times, when it last ran so long ago. */
const job = (silentNs: bigint, of: Partial<Rhythm> = {}): Rhythm => ({
  service: 'billing',
  environment: '',
  operation: 'report',
  lastSeenNs: nowNs - silentNs,
  serviceLastSeenNs: nowNs - MINUTE_NS,
  serviceOperations: 3,
  runs: 5,
  periodNs: HOUR_NS,
  evenRuns: 4,
  longestUsualNs: HOUR_NS,
  leastUsual: 0,
  days: 0,
  ...of,
})

/** A route that people call, 200 five minutes a day. */
const route = (silentNs: bigint, of: Partial<Rhythm> = {}) =>
  job(silentNs, { operation: '/cart', runs: 1400, periodNs: MINUTE_NS, evenRuns: 100, days: 7, ...of })

const cases: readonly (readonly [what: string, rhythm: Rhythm, isSilent: boolean])[] = [
  ['a run every hour, the last 80 min ago', job(80n * MINUTE_NS), false],
  ['a run every hour, the last 91 min ago', job(91n * MINUTE_NS), true],
  ['four runs: no rhythm yet', job(91n * MINUTE_NS, { runs: 4, evenRuns: 3 }), false],
  ['three of four times uneven', job(5n * HOUR_NS, { evenRuns: 1 }), false],
  ['it ran unevenly once in ten times', job(91n * MINUTE_NS, { runs: 11, evenRuns: 9 }), true],
  [
    'every working day, on a Sunday',
    job(60n * HOUR_NS, { periodNs: 24n * HOUR_NS, longestUsualNs: 72n * HOUR_NS }),
    false,
  ],
  [
    'every working day, missed for five days',
    job(120n * HOUR_NS, { periodNs: 24n * HOUR_NS, longestUsualNs: 72n * HOUR_NS }),
    true,
  ],
  [
    'a nightly job, missed last night',
    job(37n * HOUR_NS, { periodNs: 24n * HOUR_NS, longestUsualNs: 24n * HOUR_NS }),
    true,
  ],
  ['a job that was removed two days ago', job(48n * HOUR_NS), false],
  ['a route in its usual hours', route(HOUR_NS, { leastUsual: 11 }), true],
  ['a route at night, when it usually is silent', route(6n * HOUR_NS, { leastUsual: 0 }), false],
  ['a route with some calls in the same hours', route(HOUR_NS, { leastUsual: 9 }), false],
  ['a route that is a day old', route(HOUR_NS, { leastUsual: 12, days: 1 }), false],
  ['a route that a release removed yesterday', route(25n * HOUR_NS, { leastUsual: 200 }), false],
]

describe('is it silent?', () => {
  test.each(cases)('%s', (_, rhythm, isSilent) => {
    expect(findSilences([rhythm], nowNs)).toHaveLength(isSilent ? 1 : 0)
  })
})

test('names a service once, with the operations that are silent, or as a whole', () => {
  const late = job(2n * HOUR_NS)
  const later = job(3n * HOUR_NS, { operation: 'backup' })

  expect(findSilences([late, later], nowNs)).toEqual([
    {
      service: 'billing',
      environment: '',
      operations: ['report', 'backup'],
      lastSeenNs: late.lastSeenNs,
      periodNs: HOUR_NS,
    },
  ])
  const calls = [route(HOUR_NS, { leastUsual: 11 }), route(2n * HOUR_NS, { leastUsual: 22, operation: '/' })]
  const all = calls.map(of => ({ ...of, serviceLastSeenNs: nowNs - HOUR_NS }))
  expect(findSilences(all, nowNs)).toMatchObject([{ operations: [], periodNs: undefined }])
  const some = all.map(of => ({ ...of, serviceOperations: 4 }))
  expect(findSilences(some, nowNs)).toMatchObject([{ operations: ['/cart', '/'] }])
})

test('lists what ran last first, each environment by itself', () => {
  const staging = job(2n * HOUR_NS, { environment: 'staging' })

  expect(findSilences([staging, job(3n * HOUR_NS)], nowNs).map(({ environment }) => environment)).toEqual([
    'staging',
    '',
  ])
})
