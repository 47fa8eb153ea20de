import { expect, test } from 'vitest'
import { insertExpressions } from './insert-expressions.ts'

const sql =
  "SELECT (/* group */ '') AS a, (/* lacking */ emptyArrayString()) AS b WHERE (/* search */ 1) OR NOT (/* search */ 1)"

test('every place of a name gets its expression, and without one keeps its own', () => {
  expect(insertExpressions(sql, { search: 'x = {a:String}', group: "'$&'", lacking: undefined })).toBe(
    "SELECT ('$&') AS a, (emptyArrayString()) AS b WHERE (x = {a:String}) OR NOT (x = {a:String})",
  )
})

test('what is inserted is not searched for names', () => {
  expect(insertExpressions('(/* search */ 1)', { search: '(/* group */ 1)' })).toBe('((/* group */ 1))')
})

test('a name without an expression is an error', () => {
  expect(() => insertExpressions(sql, { search: '1', group: "''" })).toThrow('Nothing is inserted for lacking.')
})

test('an expression without a place is an error', () => {
  expect(() => insertExpressions('SELECT 1', { search: '1' })).toThrow('The statement has no place for search.')
})
