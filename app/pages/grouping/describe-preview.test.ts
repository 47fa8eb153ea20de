import { expect, test } from 'vitest'
import { DEFAULT_ISSUE_STATE } from '../../../store/issues/derive-state.ts'

import type { IssueChangedByRule } from '../../../store/issues/preview-rule.ts'
import {
  describeIssueChange,
  describeIssueStatus,
  describeRuleOwners,
  describeRulePreview,
  describeRuleRefusal,
} from './describe-preview.ts'

const changed = (of: Partial<IssueChangedByRule>): IssueChangedByRule => ({
  issue: 'a',
  events: 5,
  eventsThen: 0,
  sessions: 2,
  sessionsThen: 0,
  hasMoreSessions: false,
  state: DEFAULT_ISSUE_STATE,
  summary: undefined,
  ...of,
})
const preview = {
  takes: 2,
  own: { events: 0, sessions: 0, eventsThen: 7, sessionsThen: 2, hasMoreSessionsThen: false },
  others: [changed({ state: { ...DEFAULT_ISSUE_STATE, owner: 'Ann' } }), changed({})],
  changed: 2,
}

test('a preview states what the rule takes, and who works on it', () => {
  expect(describeRulePreview(preview)).toBe(
    '2 issues match. The merged issue would have 7 exceptions in 2 sessions. Of those, 1 assigned.',
  )
  const least = { ...preview.own, hasMoreSessionsThen: true }
  expect(describeRulePreview({ ...preview, own: least })).toContain('7 exceptions in at least 2 sessions.')
  const none = { ...preview.own, sessionsThen: 0 }
  expect(describeRulePreview({ ...preview, own: none })).toContain('7 exceptions. Of')
  expect(describeRulePreview({ ...preview, changed: 3 })).toContain('3 issues would change.')
  expect(describeRulePreview({ ...preview, takes: 0, others: [], changed: 0 })).toContain('No stored issue matches')
})

test('issues of several services are told, and what becomes of owners', () => {
  const of = (service: string) => changed({ summary: { service } as IssueChangedByRule['summary'] & object })
  expect(describeRulePreview({ ...preview, others: [of('shop'), of('stock')] })).toContain(
    '2 issues match, from 2 services.',
  )
  expect(describeRulePreview({ ...preview, others: [of('shop'), of('shop')] })).not.toContain('services')
  expect(describeRuleOwners({ events: 0 })).toMatch(/starts unresolved and unassigned/)
  expect(describeRuleOwners({ events: 2 })).toMatch(/keeps its status and owner/)
})

test.each([
  [{}, 'merged fully'],
  [{ eventsThen: 3 }, 'loses 2'],
  [{ eventsThen: 7 }, 'regains 2'],
])('the change of an issue %o: %s', (of, text) => {
  expect(describeIssueChange(changed(of))).toBe(text)
})

test('a rule that cannot be applied has a reason', () => {
  expect(describeRuleRefusal({ refused: 'all', takes: 2 })).toContain('every issue')
  expect(describeRuleRefusal({ refused: 'many', takes: 1_002 })).toMatch(/1,002 issues.* 1,000\b/)
  expect(describeRuleRefusal({ refused: undefined, takes: 2 })).toBeUndefined()
})

test('the status of an issue names what there is', () => {
  expect(describeIssueStatus(DEFAULT_ISSUE_STATE)).toBe('')
  expect(describeIssueStatus({ ...DEFAULT_ISSUE_STATE, status: 'muted', owner: 'Ann' })).toBe('muted, assigned to Ann')
})
