import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { groupingRuleIssueId, serializeGroupingRule } from './grouping-rule.ts'
import { listKnownIssues } from './list-known-issues.ts'
import { recordIssueEvents } from './record-issue-events.ts'

test('lists issues with exceptions, issues of rules, and issues with issue events', async () => {
  await using store = await openTestStore([
    exceptionRow({ at: 1_000, attributes: { 'errata.issue.fingerprint': 'a' } }),
  ])
  const rule = { name: 'Carts', type: '', service: '', route: '/cart', words: '' }
  const made = groupingRuleIssueId(rule.name)
  const statements = [
    { issue: made, what: 'rule' as const, value: serializeGroupingRule(rule) },
    { issue: 'expired', what: 'owner' as const, value: 'Ann' },
  ]
  await recordIssueEvents(store, { who: '', atNs: nsOfMs(Date.now()), statements })
  expect(await listKnownIssues(store, { issues: ['a', made, 'b', 'expired', ''] })).toEqual(['a', made, 'expired'])
  expect(await listKnownIssues(store, { issues: ['a'] })).toEqual(['a'])
})
