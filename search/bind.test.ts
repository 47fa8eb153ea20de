import { expect, test } from 'vitest'
import { bindExpressions } from './bind.ts'

const statement = { sql: "SELECT ({{group: ''}}) AS a WHERE ({{search: 1}}) AND b = {b:String}", params: { b: 'x' } }

test('an expression brings its parameters; without one a place keeps its default', () => {
  const write = (bind: Parameters<Parameters<typeof bindExpressions>[1]>[0]) => ({
    search: `c = ${bind(1n, 'UInt64')}`,
    group: undefined,
  })
  expect(bindExpressions(statement, write)).toEqual({
    sql: "SELECT ('') AS a WHERE (c = {value_0:UInt64}) AND b = {b:String}",
    params: { b: 'x', value_0: 1n },
  })
})

test('a name that is not given is an error, even if it has a default', () => {
  expect(() => bindExpressions(statement, () => ({ search: '1' }))).toThrow('Nothing is inserted for group.')
})

test('an expression without a place is an error', () => {
  const write = () => ({ search: '1', group: '1', lacking: '1' })
  expect(() => bindExpressions(statement, write)).toThrow('The statement has no place for lacking.')
})
