import { expect, test } from 'vitest'
import { describeImpact } from './describe-impact.ts'

const fine = { exceptions: 0, failedPages: 0 }
const failed = { exceptions: 1, failedPages: 0 }
const unknown = { outcome: '', outlook: undefined }

test('what a user met is how many sessions had failures, how the user went on, and whether it is over', () => {
  const outcome = 'went on to /search 4.88 s later'
  const outlook = { text: 'not in 2.4.2', isOver: true }
  expect(describeImpact({ sessions: [fine, failed], isWhole: true, outcome, outlook })).toBe(
    '1 of 2 sessions had failures. After the last one: went on to /search 4.88 s later; its issue is not in 2.4.2.',
  )
  expect(describeImpact({ sessions: [failed], isWhole: true, ...unknown })).toBe('The only session had failures.')
  expect(describeImpact({ sessions: [fine, fine], isWhole: false, ...unknown })).toBe(
    'No failures in these 2 sessions.',
  )
  expect(describeImpact({ sessions: [], isWhole: true, ...unknown })).toBe('')
})
