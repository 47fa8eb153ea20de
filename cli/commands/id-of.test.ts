import { expect, test } from 'vitest'
import { idOf, parameterOf } from './id-of.ts'

test.each([
  ['6b1f3c0d9a2e4f58', '6b1f3c0d9a2e4f58'],
  ['https://errata.example.com/issues/6b1f3c0d9a2e4f58?last=7d#frames', '6b1f3c0d9a2e4f58'],
  ['https://example.com/errata/issues/6b1f3c0d9a2e4f58/text', '6b1f3c0d9a2e4f58'],
  ['http://127.0.0.1:3000/issues/payments~2ftimeout', 'payments/timeout'],
  ['http://127.0.0.1:3000/issues/a%20b', 'a b'],
  ['http://127.0.0.1:3000/issues/%E0%A4', '%E0%A4'],
  ['http://127.0.0.1:3000/traces/4bf9', 'http://127.0.0.1:3000/traces/4bf9'],
])('%s names the issue %s', (typed, id) => {
  expect(idOf(typed, 'issues')).toBe(id)
})

test('an exception is named by what is selected on a page', () => {
  expect(parameterOf('https://errata.example.com/issues/x?at=1795-ab', 'at')).toBe('1795-ab')
  expect(parameterOf('1795-ab', 'at')).toBe('')
})
