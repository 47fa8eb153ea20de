import { expect, test } from 'vitest'
import type { Silence } from '../../insights/find-silences.ts'
import { describeSilences } from './describe-silences.server.ts'

const HOUR_NS = 3_600_000_000_000n
const nowNs = 1_800_000_000_000_000_000n
const silence = (of: Partial<Silence> = {}): Silence => ({
  service: 'billing',
  environment: 'production',
  operations: ['report'],
  lastSeenNs: nowNs - 3n * HOUR_NS,
  periodNs: HOUR_NS,
  ...of,
})
const describeOne = (of: Partial<Silence>) => describeSilences([silence(of)], nowNs)[0]

test('a job is told with its last run and its period, and found by its operation', () => {
  expect(describeOne({})).toEqual({
    service: 'billing',
    environment: 'production',
    operation: 'report',
    filters: { service: 'billing', itsOperation: 'report' },
    text: 'last ran 3 h ago, usually every 1 h',
  })
})

test('it is found over the time that it was last called in', () => {
  const of = describeOne({ operations: ['/cart', '/a', '/b'], lastSeenNs: nowNs - 13n * HOUR_NS, periodNs: undefined })

  expect(of?.filters).toEqual({ service: 'billing', itsOperation: '/cart', last: '14d' })
  expect(of?.text).toBe('last ran 13 h ago; and 2 more operations')
})

test('a whole service has no operation; another environment than production is named', () => {
  expect(describeOne({ operations: [], environment: 'staging', periodNs: undefined })).toMatchObject({
    operation: '',
    filters: { service: 'billing' },
    text: 'last ran 3 h ago, staging',
  })
})
