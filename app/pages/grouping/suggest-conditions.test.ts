import { expect, test } from 'vitest'
import { suggestConditions } from './suggest-conditions.ts'

const nothing = { name: 'Cart', type: '', words: '', route: '', service: '' }
const values = {
  type: [{ value: 'CartError' }, { value: 'TypeError' }],
  route: [{ value: '' }, { value: '/cart' }, { value: '/cart/:id' }],
  service: [{ value: 'shop' }],
}
const suggested = (rule: Partial<typeof nothing>) =>
  suggestConditions({ ...nothing, ...rule }, values).map(({ name, value, rule: { words } }) => [name, value, words])

test('words that no message has may be part of a type or route', () => {
  expect(suggested({ words: 'cart' })).toEqual([
    ['type', 'CartError', ''],
    ['route', '/cart', ''],
    ['route', '/cart/:id', ''],
  ])
  expect(suggested({ words: 'basket' })).toEqual([])
})

test('a condition that must be equal leads to the values that contain it, and the words stay', () => {
  expect(suggested({ words: 'price', route: '/Cart' })).toEqual([
    ['route', '/cart', 'price'],
    ['route', '/cart/:id', 'price'],
  ])
  expect(suggested({ route: '/cart' })).toEqual([['route', '/cart/:id', '']])
})
