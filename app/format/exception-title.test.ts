import { expect, test } from 'vitest'
import { exceptionTitle } from './exception-title.ts'

test.each([
  [{ message: 'no money', type: 'Declined' }, 'no money'],
  [{ message: '', type: 'Declined' }, 'Declined'],
  [{ message: ' \n\t', type: 'Declined' }, 'Declined'],
  [{ message: ' ', type: '\u00a0' }, 'Issue 1'],
  [{ message: 'no mon\uFFFD', type: 'Declined' }, 'no mon…'],
  [{ message: 'Failed to fetch: https://shop.example/assets/cart-1.js', type: '' }, 'Failed to fetch: …/cart-1.js'],
  [undefined, 'Issue 1'],
])('of %j a list says %j: there is always something to read and to press', (of, title) => {
  expect(exceptionTitle(of, 'Issue 1')).toBe(title)
})
