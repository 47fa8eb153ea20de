import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatStatement } from './format-statement.server.ts'

const formatted = (text: string) => formatStatement({ attributes: { 'db.query.text': text } })?.formatted

test('SQL has a line for each clause', () => {
  expect(formatted('SELECT a, b FROM t JOIN u ON t.id = u.t_id WHERE a = $1 AND b > ? ORDER BY a')).toBe(
    ['SELECT a,', '  b', 'FROM t', '  JOIN u ON t.id = u.t_id', 'WHERE a = $1', '  AND b > ?', 'ORDER BY a'].join('\n'),
  )
})

test('SQL behind a comment is SQL', () => {
  expect(formatted('/* controller=cart */ SELECT a FROM t')?.split('\n').at(-1)).toBe('FROM t')
})

test('JSON is laid out by its depth, and what is cut stays as it was sent', () => {
  expect(formatted('{"find":"carts","filter":{"id":17}}')).toBe(
    ['{', '  "find": "carts",', '  "filter": {', '    "id": 17', '  }', '}'].join('\n'),
  )
  expect(formatted('{"find":"carts","fil')).toBe('{"find":"carts","fil')
})

test('numbers that JavaScript cannot write are not changed', () => {
  expect(formatted('{"id":12345678901234567890}')).toBe('{"id":12345678901234567890}')
})

test('other statements stay as they were sent', () => {
  expect(formatted('HGETALL  cart:17')).toBe('HGETALL  cart:17')
})

test('parameters are apart, in the order of their numbers', () => {
  const attributes = {
    'db.statement': 'SELECT 1',
    ...{ 'db.query.parameter.10': 'ten', 'db.query.parameter.2': 'two', 'db.operation.parameter.sku': 'A-1' },
  }
  expect(formatStatement({ attributes })?.parameters).toEqual([
    ['2', 'two'],
    ['10', 'ten'],
    ['sku', 'A-1'],
  ])
})

test('it names the attributes that it shows, not one that says something else', () => {
  const attributes = {
    'db.query.text': 'SELECT 2',
    'db.statement': 'SELECT 1',
    'db.query.parameter.x': '1',
    'db.name': 'shop',
  }
  expect(formatStatement({ attributes })?.attributes).toEqual(['db.query.text', 'db.query.parameter.x'])
})

test('a span without a statement has none', () => {
  expect(formatStatement({ attributes: { 'db.system.name': 'redis' } })).toBeUndefined()
})

const pieces = fc.constantFrom(
  ...[
    'SELECT',
    'select',
    'FROM',
    'WHERE',
    'AND',
    'IN',
    '(',
    ')',
    ',',
    ';',
    '*',
    '=',
    '->>',
    '::text',
    '$1',
    '?',
    ':name',
  ],
  ...[
    "'it''s'",
    "'a  b'",
    '"Col umn"',
    '`x`',
    '-- remark\n',
    '/* x */',
    'CASE',
    'WHEN',
    'END',
    'a.b',
    '1.5e-3',
    '{x:String}',
  ],
  ...["'open", '"open', '\\', '\t', '𝒳', '{"a":1}', '[1,2]'],
)

test('whatever the statement: laying it out changes space alone', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 25 }), fc.boolean(), (parts, isSql) => {
      const text = (isSql ? 'SELECT ' : '') + parts.join(' ')
      expect((formatted(text) ?? '').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
    }),
    { numRuns: 1_000 },
  )
})
