import { expect, test } from 'vitest'
import { describeReasons } from './failure-reasons.ts'

test.each([
  [[], ''],
  [['A: x', 'B: x', ''], ''],
  [['A: x', 'B: y', 'A: x', '', ''], '2 × A: x'],
  [['A: 1', 'B: y: z', 'A: 2', 'B: y: z', 'B: y: z'], '3 × B: y: z, 2 × A'],
  [['A', 'A', 'B', 'B', 'C', 'C', 'D', 'D'], '2 × A, 2 × B, 2 × C'],
])('of the failures %j the reasons are %j', (errors, text) => {
  expect(describeReasons(errors)).toBe(text)
})
