import { expect, test } from 'vitest'
import { NOTHING_SAID } from '../../../store/issue-events/derive-state.ts'
import { describeDroppedIssue, describeLostPath, describeRuleAlarm } from './describe-alarm.ts'

test('an alarm says what happens, and the numbers by which one sees it', () => {
  const rule = 'health-check'
  expect(describeRuleAlarm({ kind: 'stopped', rule, removed: 0, expected: 60, minutes: 60, basis: 'weeks' })).toBe(
    'The rule for health checks has stopped: it took nothing in 60 minutes; by the same hours of the last weeks it takes about 60.',
  )
  expect(describeRuleAlarm({ kind: 'surged', rule, removed: 1_200, expected: 40, minutes: 15, basis: 'hours' })).toBe(
    'The rule for health checks takes far more than it used to: 1,200 in 15 minutes; by the hours before it takes 40 at most.',
  )
  const state = { ...NOTHING_SAID, owner: 'Ann' }
  const issue = { rule, issue: 'a', words: undefined, stored: 1, how: 'transaction', state } as const
  expect(describeDroppedIssue(issue)).toBe(
    'The rule for health checks takes transactions that failed by an issue that is assigned to Ann, and of which 1 exception of a day is stored:',
  )
  expect(describeDroppedIssue({ ...issue, how: 'exception' })).toContain('takes exceptions of an issue that is')
  const answered = { path: '/a', service: 'shop', route: '/a', answeredNs: 0n, answeredBy: '1.0' }
  expect(describeLostPath({ ...answered, missingNs: 60_000_000_000n, missingIn: '', hits: 3 })).toBe(
    'answered until 1970-01-01 00:00 UTC (1.0) and ends in the 404 page since 1970-01-01 00:01 UTC: 3 times.',
  )
})
