import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layFacts } from './facts.ts'
import { showJson, showLines, showText } from './show-text.ts'
import { layTable } from './table.ts'

const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u
const text = fc.string({ unit: 'binary' })

test.each([
  ['\u001b]0;owned\u0007', '\\u{1b}]0;owned\\u{7}'],
  ['\u009b2J', '\\u{9b}2J'],
  ['a\u202egnp.exe', 'a\\u{202e}gnp.exe'],
  ['two\nlines\tand\ra tab', 'two\\nlines\\tand\\ra tab'],
  ['\u{e0041}tag', '\\u{e0041}tag'],
  ['\ud800 half', '\\u{d800} half'],
])('%j is shown as %s', (written, shown) => {
  expect(showText(written)).toBe(shown)
})

test('no text keeps a character that a terminal obeys', () => {
  fc.assert(
    fc.property(text, written => {
      expect(showText(written)).not.toMatch(OBEYED)
      expect(showLines(written).replaceAll('\n', '')).not.toMatch(OBEYED)
      expect(layFacts([['name', written]])).not.toMatch(OBEYED)
    }),
  )
})

test('JSON means the same, without such characters', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), value => {
      const shown = showJson(JSON.stringify(value))
      expect(shown).not.toMatch(OBEYED)
      expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a table has one line a row, for any text and width', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, text), { maxLength: 5 }),
      fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
      (rows, width) => {
        const columns = [0, 1].map(i => ({ title: `column ${i}`, cell: (row: readonly string[]) => row[i] ?? '' }))
        const lines = layTable(rows, columns, width)
        expect(lines).toHaveLength(rows.length + 1)
        for (const line of lines) expect(line).not.toMatch(OBEYED)
      },
    ),
  )
})

test('columns stand below each other, numbers to the right, wide letters counted as two', () => {
  const rows = [
    ['shop', '7'],
    ['カート', '1,204'],
  ] as const
  const lines = layTable(rows, [
    { title: 'service', cell: ([service]) => service },
    { title: 'n', isNumber: true, cell: ([, count]) => count },
  ])
  expect(lines).toEqual(['SERVICE      N', 'shop         7', 'カート   1,204'])
})

test('on a terminal a line is cut to its width', () => {
  expect(layTable([['a long message']], [{ title: 'what', cell: ([what]) => what ?? '' }], 8)).toEqual([
    'WHAT',
    'a long …',
  ])
})
