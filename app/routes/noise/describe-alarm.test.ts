import { expect, test } from 'vitest'
import { DEFAULT_ISSUE_STATE } from '../../../store/issue-events/derive-state.ts'
import { describeDroppedIssue, describeLostPath, describeRuleAlarm } from './describe-alarm.ts'

test('an alert names the rule, what happened and the numbers', () => {
  const rule = 'health-check'
  expect(
    describeRuleAlarm({ kind: 'stopped', rule, removed: 0, expected: 60, minutes: 60, baseline: 'weeks' }),
  ).toMatch(/^The rule for health checks .*nothing in 60 minutes\. Usual: about 60/)
  expect(
    describeRuleAlarm({ kind: 'surged', rule, removed: 1_200, expected: 40, minutes: 15, baseline: 'hours' }),
  ).toMatch(/^The rule for health checks .*1,200 in 15 minutes\. Usual: at most 40/)
  const state = { ...DEFAULT_ISSUE_STATE, owner: 'Ann' }
  const issue = { rule, issue: 'a', summary: undefined, stored: 1, how: 'transaction', state } as const
  expect(describeDroppedIssue(issue)).toMatch(/transactions that failed.*assigned to Ann.*1 exception stored/)
  expect(describeDroppedIssue({ ...issue, how: 'exception' })).toContain('drops exceptions of an issue')
  const answered = { path: '/a', service: 'shop', route: '/a', answeredNs: 0n, answeredBy: '1.0' }
  expect(describeLostPath({ ...answered, missingNs: 60_000_000_000n, missingIn: '', hits: 3 })).toMatch(
    /until 1970-01-01 00:00 UTC \(1\.0\) .*since 1970-01-01 00:01 UTC: 3 times/,
  )
})
