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

test('a trial is told with what it looked at, what goes whole, what is parted, and who works on it', () => {
  expect(describeChecked(trial, 'last 7 days')).toBe(
    'Looked at were 1,204 exceptions of 12 issues, of all services, last 7 days.',
  )
  expect(describePreview(trial)).toBe(
    'It fits 7 exceptions. Its issue would have 7 exceptions in 2 sessions. 1 issue would go into it whole, 1 issue would be parted. Of these 1 assigned.',
  )
  expect(describePreview({ ...trial, fitting: 0, others: [] })).toBe(
    'It fits none of them. It would hold for what comes.',
  )
})

test.each([
  [{}, 'goes whole'],
  [{ eventsThen: 3 }, '2 go, 3 stay'],
  [{ eventsThen: 7 }, 'gets 2 back'],
  [{ eventsThen: 5, held: 4 }, '4 that fit stay'],
  [{ eventsThen: 3, held: 1 }, '2 go, 3 stay; 1 that fit stay'],
])('of an issue %o it is said: %s', (of, words) => {
  expect(describeChange(changed(of))).toBe(words)
})

test('what cannot be applied says why', () => {
  expect(refusalOf({ refused: 'all', takes: 2 })).toContain('It fits everything')
  expect(refusalOf({ refused: 'many', takes: 1_002 })).toContain('of 1,002 issues; a rule takes of at most 1,000.')
  expect(refusalOf({ refused: undefined, takes: 2 })).toBeUndefined()
})

test('how an issue stands is said in as many words as there are', () => {
  expect(describeStatus(NOTHING_SAID)).toBe('')
  expect(describeStatus({ ...NOTHING_SAID, standing: 'muted', owner: 'Ann' })).toBe('muted, assigned to Ann')
})
