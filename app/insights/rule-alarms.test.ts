import { expect, test } from 'vitest'
import type { DropWindow } from '../../store/noise/list-drop-windows.ts'
import { alarmWindows, detectRuleAlarms } from './rule-alarms.ts'

const nowMs = Date.now()

/** Every baseline window is usual, and every current one as given. */
function windows(usual: DropWindow, now: DropWindow): DropWindow[] {
  const all = alarmWindows(nowMs)
  return all.map(({ to }) => (to === all[0]?.to ? now : usual))
}
const window = (stored: number, removed: number): DropWindow => ({
  stored,
  removed: new Map([['health-check', removed]]),
})

test('no alert for a rule that drops the usual number of health checks when other traffic stops', () => {
  expect(detectRuleAlarms(nowMs, windows(window(4_000, 200), window(0, 200)))).toEqual([])
})

test('a rule that drops all other traffic is an alert', () => {
  expect(detectRuleAlarms(nowMs, windows(window(4_000, 200), window(0, 4_200)))).toMatchObject([
    { kind: 'surged', rule: 'health-check', removed: 4_200, expected: 200 },
  ])
})

test('no alert on fewer than a hundred records', () => {
  expect(detectRuleAlarms(nowMs, windows(window(50, 50), window(99, 0)))).toEqual([])
  expect(detectRuleAlarms(nowMs, windows(window(50, 50), window(100, 0)))).toMatchObject([{ kind: 'stopped' }])
})

test('three drops in a quiet hour are not 24 in one with eight times the traffic', () => {
  expect(detectRuleAlarms(nowMs, windows(window(117, 3), window(960, 0)))).toEqual([])
  expect(detectRuleAlarms(nowMs, windows(window(108, 12), window(960, 0)))).toMatchObject([
    { kind: 'stopped', expected: 12 },
  ])
})
