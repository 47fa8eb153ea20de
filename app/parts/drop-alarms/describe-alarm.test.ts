import { expect, test } from 'vitest'
import { DEFAULT_ISSUE_STATE } from '../../../store/issues/derive-state.ts'
import { describeDroppedIssue, describeLostPath, describeRuleAlarm, summarizeRuleAlarm } from './describe-alarm.ts'

test('an alert names the rule, what happened and the numbers', () => {
  const rule = 'health-check'
  expect(
    describeRuleAlarm({ kind: 'stopped', rule, removed: 0, expected: 60, minutes: 60, baseline: 'weeks' }),
  ).toMatch(/^The rule for health checks dropped nothing in the last 60 minutes\. .* previous weeks .* about 60 in/)
  expect(
    describeRuleAlarm({ kind: 'surged', rule, removed: 1_200, expected: 40, minutes: 15, baseline: 'hours' }),
  ).toMatch(/^The rule for health checks dropped 1,200 records in the last 15 minutes\. .* at most 40 in/)
  const state = { ...DEFAULT_ISSUE_STATE, owner: 'Ann' }
  const issue = { rule, issue: 'a', summary: undefined, stored: 1, how: 'transaction', state } as const
  expect(describeDroppedIssue(issue)).toMatch(
    /transactions that failed.*assigned to Ann; 1 of its exceptions was stored/,
  )
  expect(describeDroppedIssue({ ...issue, how: 'exception' })).toContain('drops exceptions of an issue')
  const answered = { path: '/a', service: 'shop', route: '/a', answeredNs: 0n, answeredBy: '1.0' }
  expect(describeLostPath({ ...answered, missingNs: 60_000_000_000n, missingIn: '', hits: 3 })).toMatch(
    /^returned the 404 page 3 times since 1970-01-01 00:01 UTC\. .* last at 1970-01-01 00:00 UTC \(1\.0\)/,
  )
})

test('the row of a rule has the numbers of its alarm', () => {
  const of = { rule: 'health-check', minutes: 60, baseline: 'hours' } as const
  expect(summarizeRuleAlarm({ ...of, kind: 'stopped', removed: 0, expected: 24 })).toBe('0 in 60 min, usually 24')
  expect(summarizeRuleAlarm({ ...of, kind: 'surged', removed: 1_200, expected: 40 })).toBe(
    '1,200 in 60 min, usually at most 40',
  )
})
