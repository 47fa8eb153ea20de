import { expect, test } from 'vitest'
import { describeRelayedRecords } from './describe-relayed.ts'

test('counts forwarded browser requests, and the other responses by status, most frequent first', () => {
  expect(describeRelayedRecords(new Map([['200', 1_204]]))).toContain('1,204 browser requests and rejected none')
  const answers = new Map([
    ['413', 1],
    ['200', 90],
    ['503', 9],
  ])
  expect(describeRelayedRecords(answers)).toMatch(/90 of 100 browser requests\. .*9 with 503, 1 with 413/)
})
