import { expect, test } from 'vitest'
import { describeRepeats } from './describe-repeats.ts'

test.each([
  ['1496', 'And 1,496 more like it in this page'],
  ['1', 'And 1 more like it in this page'],
  ['0', undefined],
  ['many', undefined],
])('an event with %s repeats is described as %s', (repeats, text) => {
  expect(describeRepeats({ 'errata.exception.repeats': repeats })).toBe(text)
})

test('an event without repeats has no line', () => {
  expect(describeRepeats({})).toBeUndefined()
})
