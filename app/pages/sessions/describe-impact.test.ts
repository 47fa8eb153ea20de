import { expect, test } from 'vitest'
import { describeImpact } from './describe-impact.ts'

const fine = { exceptions: 0, failedPages: 0 }
const failed = { exceptions: 1, failedPages: 0 }
const unknown = { outcome: '', outlook: undefined }

test('what a user met is how many exceptions in how many sessions, how the user went on, and whether it is over', () => {
  const outcome = 'went on to /search 4.88 s later'
  const outlook = { text: 'not seen in 2.4.2', isOver: true }
  expect(describeImpact({ sessions: [fine, failed], isWhole: true, outcome, outlook })).toBe(
    'Met 1 exception, in 1 of 2 sessions. Went on to /search 4.88 s later. Its issue was not seen in 2.4.2.',
  )
  const twice = { exceptions: 2, failedPages: 0 }
  expect(describeImpact({ sessions: [fine, twice], isWhole: true, outcome, outlook: undefined })).toBe(
    'Met 2 exceptions, in 1 of 2 sessions. After the last one: went on to /search 4.88 s later.',
  )
  expect(describeImpact({ sessions: [{ exceptions: 0, failedPages: 1 }], isWhole: true, ...unknown })).toBe(
    'Met 1 failed page, in the only session.',
  )
  expect(describeImpact({ sessions: [fine, fine], isWhole: false, ...unknown })).toBe(
    'No failures in these 2 sessions.',
  )
  expect(describeImpact({ sessions: [], isWhole: true, ...unknown })).toBe('')
})
