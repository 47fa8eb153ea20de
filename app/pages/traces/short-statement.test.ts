import { expect, test } from 'vitest'
import { endOfStatement, shortStatement } from './short-statement.ts'

test.each([
  ['SELECT price, currency FROM line_item WHERE id = $1', 'SELECT … FROM line_item WHERE id = $1'],
  ['select a\nfrom t', 'select … from t'],
  ['SELECT count(*) FROM stock', 'SELECT count(*) FROM stock'],
  ['SELECT a, (SELECT b FROM c) FROM d', 'SELECT a, (SELECT b FROM c) FROM d'],
  ['UPDATE stock SET reserved = $1', 'UPDATE stock SET reserved = $1'],
  ['https://shop.example/cart', 'https://shop.example/cart'],
])('%j is shortened to %j', (text, short) => {
  expect(shortStatement(text)).toBe(short)
})

test.each([
  ['SELECT price FROM line_item WHERE id = $1', 'SELECT line_item', 'WHERE id = $1'],
  ['SELECT price FROM line_item WHERE id = $1', 'query', 'FROM line_item WHERE id = $1'],
  ['SELECT price FROM line_items WHERE id = $1', 'SELECT line_item', 'FROM line_items WHERE id = $1'],
  ['SELECT price FROM line_item', 'SELECT line_item', 'FROM line_item'],
  ['GET cart', 'GET', 'GET cart'],
])('of %j what is not in the name %j is %j', (text, name, end) => {
  expect(endOfStatement(text, name)).toBe(end)
})
