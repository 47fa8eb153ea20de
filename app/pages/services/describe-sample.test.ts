import { expect, test } from 'vitest'
import { describeTraceSample } from './describe-sample.ts'

test('says of how many traces a table is, and whether these are all', () => {
  expect(describeTraceSample({ traces: 0, oneIn: 1 })).toBe('Based on no traces.')
  expect(describeTraceSample({ traces: 1, oneIn: 1 })).toBe('Based on one trace.')
  expect(describeTraceSample({ traces: 1_204, oneIn: 1 })).toBe('Based on all 1,204 traces.')
  expect(describeTraceSample({ traces: 3_512, oneIn: 16 })).toBe('Estimated from 3,512 of about 56,000 traces.')
})
