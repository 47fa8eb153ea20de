import { expect, test } from 'vitest'
import { NOTHING_SAID } from '../../../store/issue-events/derive-state.ts'
import type { ChangedIssue } from '../../../store/issues/try-rule.ts'
import { describeChange, describeChecked, describePreview, describeStatus, refusalOf } from './describe-preview.ts'

const changed = (of: Partial<ChangedIssue>): ChangedIssue => ({
  issue: 'a',
  events: 5,
  eventsThen: 0,
  sessions: 2,
  sessionsThen: 0,
  held: 0,
  state: NOTHING_SAID,
  words: undefined,
  ...of,
})
const trial = {
  looked: { events: 1_204, issues: 12, sinceNs: undefined },
  fitting: 7,
  own: { events: 0, sessions: 0, eventsThen: 7, sessionsThen: 2 },
  others: [changed({ state: { ...NOTHING_SAID, owner: 'Ann' } }), changed({ eventsThen: 3 })],
}

test('a preview counts what was checked, what matches, what is merged or split, and what is assigned', () => {
  expect(describeChecked(trial, 'last 7 days')).toContain('1,204 exceptions of 12 issues')
  const text = describePreview(trial)
  for (const part of [
    '7 exceptions match',
    '7 exceptions in 2 sessions',
    '1 issue would be merged fully',
    '1 issue would be split',
    '1 assigned',
  ])
    expect(text).toContain(part)
  expect(describePreview({ ...trial, fitting: 0, others: [] })).toContain('No stored exception matches')
})

test.each([
  [{}, 'merged fully'],
  [{ eventsThen: 3 }, '2 move, 3 stay'],
  [{ eventsThen: 7 }, 'regains 2'],
  [{ eventsThen: 5, held: 4 }, '4 matching stay'],
  [{ eventsThen: 3, held: 1 }, '2 move, 3 stay; 1 matching stay'],
])('an issue with %o: %s', (of, words) => {
  expect(describeChange(changed(of))).toBe(words)
})

test('a rule that matches too much is refused with the reason', () => {
  expect(refusalOf({ refused: 'all', takes: 2 })).toContain('every checked exception')
  expect(refusalOf({ refused: 'many', takes: 1_002 })).toMatch(/1,002 issues.* 1,000\b/)
  expect(refusalOf({ refused: undefined, takes: 2 })).toBeUndefined()
})

test('the status of an issue names only what differs from open', () => {
  expect(describeStatus(NOTHING_SAID)).toBe('')
  expect(describeStatus({ ...NOTHING_SAID, standing: 'muted', owner: 'Ann' })).toBe('muted, assigned to Ann')
})
