import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeSql, splitList, splitStatements } from './split-statements.ts'

test('splits at semicolons, and drops comments', () => {
  const sql = "-- one; two\nSELECT ';' AS a, -- three; 'four\n  1 /* five; */ + 2;SELECT `;`, \"--\", 'it''s; \\'so';\n"
  expect(splitStatements(sql)).toEqual(["SELECT ';' AS a,  \n  1   + 2", "SELECT `;`, \"--\", 'it''s; \\'so'"])
})

test('a text without a statement has none', () => {
  expect(splitStatements('-- cluster only\n;\n/* nothing */ ;')).toEqual([])
})

test('splits a list at the commas outside of brackets and strings', () => {
  expect(splitList("a Map(String, String), b ALIAS if(x = ',', [1, 2], {p:T}),\n  c INT")).toEqual([
    'a Map(String, String)',
    "b ALIAS if(x = ',', [1, 2], {p:T})",
    'c INT',
  ])
})

/** Parts between which comments and white space may or may not occur. */
const part = fc.constantFrom(
  "'a -- b'",
  "'it''s /* */'",
  '`c;`',
  '"d"',
  '{{database}}',
  'SELECT',
  'x1',
  ',',
  '(',
  '->',
  ';',
)
const gap = fc.constantFrom(' ', '\n', '\t  ', " -- why; 'so\n", '/* "here" */', '\n\n-- it\n  ')

test("comments and white space do not change a statement's hash, everything else does", () => {
  const text = (parts: string[], gaps: string[]) => parts.map((each, i) => `${each}${gaps[i % gaps.length]}`).join('')
  const gaps = fc.array(gap, { minLength: 1 })
  fc.assert(
    fc.property(fc.array(part), gaps, gaps, (parts, some, others) => {
      expect(normalizeSql(text(parts, some))).toBe(normalizeSql(text(parts, others)))
    }),
  )
  fc.assert(
    fc.property(fc.array(part), fc.array(part), gaps, (parts, others, some) => {
      const withoutEnds = (list: string[]) =>
        text(list, [' ']).replaceAll(/(; )+/g, '; ').replace(/^; /, '').replace(/; $/, '')
      const same = withoutEnds(parts) === withoutEnds(others)
      expect(normalizeSql(text(parts, some)) === normalizeSql(text(others, some))).toBe(same)
    }),
  )
})

test.each([
  ["SELECT 'a  b'", "SELECT 'a b'"],
  ['SELECT `a b`', 'SELECT `a  b`'],
  ['SELECT ab', 'SELECT a b'],
  ["SELECT '-- a'", "SELECT '-- b'"],
  ['SELECT 1; SELECT 2', 'SELECT 1 SELECT 2'],
])('%j and %j are different statements', (one, other) => {
  expect(normalizeSql(one)).not.toBe(normalizeSql(other))
})
