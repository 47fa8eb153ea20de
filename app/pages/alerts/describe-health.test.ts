import { expect, test } from 'vitest'
import type { AlertsHealth } from '../../alerts/run/alerts.server.ts'
import { describeLateness } from './describe-health.ts'

const NOW_MS = 1_700_000_000_000
const well: AlertsHealth = { evaluatedMs: NOW_MS - 10_000, lateMs: 30_000, failures: new Map() }
const say = (of: Partial<AlertsHealth>) => describeLateness({ ...well, ...of }, NOW_MS)

test('nothing is said while rules are judged in time, or by other desks', () => {
  expect([say({}), say({ evaluatedMs: undefined })]).toEqual(['', ''])
})

test('a desk that has stopped evaluating says since when', () => {
  expect(say({ evaluatedMs: NOW_MS - 250_000 })).toBe('This desk has not evaluated rules for 4 min.')
})

test('late telemetry is told', () => {
  expect(say({ lateMs: 14 * 60_000 })).toBe('Rules are judged 14 min late: no newer telemetry is stored.')
})

test('kinds that could not be judged are named with the first reason', () => {
  const failures: AlertsHealth['failures'] = new Map([
    ['search', 'The query took too long.'],
    ['p95', 'The query took too long.'],
  ])
  expect(say({ failures })).toBe('Rules about “search” could not be judged: The query took too long. Likewise p95.')
})
