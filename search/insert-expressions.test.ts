import { expect, test } from 'vitest'
import { insertExpressions, listPlaceholders } from './insert-expressions.ts'

const sql =
  "SELECT ({{group: ''}}) AS a, ({{lacking: f({n:UInt8})}}) AS b FROM {{table}} WHERE ({{search: 1}}) OR NOT ({{search: 1}})"

test('every place of a name gets its expression, and without one keeps its default', () => {
  const expressions = new Map([
    ['search', 'x = {a:String}'],
    ['group', "'$&'"],
    ['table', 'rows'],
  ])
  expect(insertExpressions(sql, name => expressions.get(name))).toBe(
    "SELECT ('$&') AS a, (f({n:UInt8})) AS b FROM rows WHERE (x = {a:String}) OR NOT (x = {a:String})",
  )
})

test('what is inserted is not searched for names', () => {
  expect(insertExpressions('({{search: 1}})', () => '{{group: 1}}')).toBe('({{group: 1}})')
})

test('a name with neither expression nor default is an error', () => {
  expect(() => insertExpressions(sql, () => undefined)).toThrow('Nothing is inserted for table.')
})

test('lists the names of a statement', () => {
  expect([...listPlaceholders(sql)]).toEqual(['group', 'lacking', 'table', 'search'])
})
