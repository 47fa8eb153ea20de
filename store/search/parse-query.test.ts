import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'
import type { Key, Query, Subject, Test, TestValue } from './query.ts'
import { MAX_QUERY_CHARS } from './query.ts'
import { LOG_CASES, LOG_MISTAKE_CASES, MISTAKE_CASES, SPAN_CASES } from './search-cases.ts'
import { keysOf } from './search-keys.ts'
import { writeQuery } from './write-query.ts'

test('there are at least 150 cases', () => {
  const all = [SPAN_CASES, LOG_CASES, MISTAKE_CASES, LOG_MISTAKE_CASES].flat()
  expect(all.length).toBeGreaterThanOrEqual(150)
})

test.each(SPAN_CASES)('about spans, %j means %j', (text, tree) => {
  expect(parseQuery(text, 'spans').mistakes).toEqual([])
  expect(treeOf(parseQuery(text, 'spans').query)).toBe(tree)
})

test.each(LOG_CASES)('about logs, %j means %j', (text, tree) => {
  expect(parseQuery(text, 'logs').mistakes).toEqual([])
  expect(treeOf(parseQuery(text, 'logs').query)).toBe(tree)
})

test.each(MISTAKE_CASES)('about spans, %j has a mistake at %s', (text, ...wanted) =>
  expectMistakes('spans', text, wanted),
)
test.each(LOG_MISTAKE_CASES)('about logs, %j has a mistake at %s', (text, ...wanted) =>
  expectMistakes('logs', text, wanted),
)

function expectMistakes(subject: Subject, text: string, wanted: readonly string[]): void {
  const { mistakes } = parseQuery(text, subject)
  expect(mistakes.map(({ at, end }) => `${at}-${end}`)).toEqual(wanted.map(one => one.split(' ', 1)[0]))
  for (const [index, one] of wanted.entries()) {
    const [, message = '', suggestion] = /^\S+ (.*?)(?: → (.*))?$/.exec(one) ?? []
    expect(mistakes[index]?.message).toContain(message)
    if (suggestion !== undefined) expect(mistakes[index]?.suggestion).toBe(suggestion)
  }
}

test('the example of each key is a search without mistakes', () => {
  const subjects = ['spans', 'logs'] as const
  const broken = subjects.flatMap(subject =>
    keysOf(subject).filter(({ example }) => parseQuery(example, subject).mistakes.length > 0),
  )
  expect(broken).toEqual([])
})

test('a search that is too long, too deep or has too many conditions is an error', () => {
  const texts = ['a'.repeat(MAX_QUERY_CHARS + 1), '('.repeat(500), '-'.repeat(1000), 'a '.repeat(61), '[('.repeat(300)]
  for (const text of texts.filter(text => !text.startsWith('-'))) {
    expect(parseQuery(text, 'spans').mistakes.length, text.slice(0, 9)).toBeGreaterThan(0)
  }
  expect(() => texts.map(text => parseQuery(text, 'spans'))).not.toThrow()
})

const SIGNS = [
  ...' "\\()[]:@-!~<>=.,*?%_{}\'`;/#\n',
  'OR ',
  'AND ',
  'NOT ',
  'service:',
  'duration:>',
  '@k:',
  'has:',
  'web',
]

test('any text is parsed, and each error lies within it', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...SIGNS)).map(parts => parts.join('')),
  )
  fc.assert(
    fc.property(typed, fc.constantFrom<Subject>('spans', 'logs'), (text, subject) => {
      for (const { at, end } of parseQuery(text, subject).mistakes) {
        expect(at).toBeGreaterThanOrEqual(0)
        expect(at).toBeLessThanOrEqual(end)
        expect(end).toBeLessThanOrEqual(text.length)
      }
    }),
    { numRuns: 3_000 },
  )
})

test('a key followed by any two characters is parsed to the end', () => {
  for (const key of ['service:', '@k:', 'has:', 'duration:>', 'service:[', '[service:[', '(']) {
    for (const one of SIGNS) for (const other of SIGNS) parseQuery(`${key}${one}${other}`, 'spans')
  }
})

test('a formatted query parses to the same query', () => {
  const typed = fc.oneof(
    fc.array(fc.constantFrom(...SIGNS)).map(parts => parts.join('')),
    fc.array(fc.constantFrom(...SPAN_CASES.map(([text]) => text)), { maxLength: 3 }).map(parts => parts.join(' ')),
    fc.array(fc.constantFrom(...SPAN_CASES.map(([text]) => text)), { maxLength: 3 }).map(parts => parts.join(' OR ')),
  )
  fc.assert(
    fc.property(typed, text => {
      const { query, mistakes } = parseQuery(text, 'spans')
      if (mistakes.length > 0) return
      const written = writeQuery(query)
      expect(treeOf(parseQuery(written, 'spans').query), written).toBe(treeOf(query))
      expect(parseQuery(written, 'spans').mistakes, written).toEqual([])
    }),
    { numRuns: 3_000 },
  )
})

/** As search-cases.ts writes it. */
function treeOf(query: Query | undefined): string {
  switch (query?.is) {
    case undefined:
      return ''
    case 'all':
    case 'any':
      return `${query.is}(${query.of.map(treeOf).join(', ')})`
    case 'not':
      return `-${treeOf(query.of)}`
    case 'text':
      return `'${query.text}'`
    case 'span':
      return `[${treeOf(query.of)}]`
    case 'relation':
      return `${treeOf(query.left)} ${query.sign} ${treeOf(query.right)}`
    case 'clause':
      return clauseOf(keyOf(query.key), query.test)
  }
}

function clauseOf(key: string, test: Test): string {
  switch (test.is) {
    case 'present':
      return `has(${key})`
    case 'contains':
      return `${key}~${writeValue(test.value)}`
    case 'compare':
      return `${key}${test.sign}${writeValue(test.value)}`
    case 'range':
      return `${key}=${test.from?.text ?? ''}..${test.to?.text ?? ''}`
    case 'one of':
      return `${key}=${test.values.map(writeValue).join('|')}`
  }
}

const writeValue = ({ text, quoted }: TestValue) => (quoted ? `"${text}"` : text)

function keyOf(key: Key): string {
  if (key.is === 'field') return key.name
  return key.of === 'own' ? `@${key.name}` : key.of === 'any' ? `@?${key.name}` : `${key.of}.${key.name}`
}
