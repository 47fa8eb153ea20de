import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch } from './parse-search.ts'
import type { ClauseKey, ClauseTest, ClauseValue, SearchExpression, SearchSubject } from './search.ts'
import { MAX_SEARCH_CHARS, SEARCH_SUBJECTS } from './search.ts'
import {
  LOG_SEARCH_CASES,
  LOG_SEARCH_MISTAKE_CASES,
  OTHER_SUBJECT_CASES,
  OTHER_SUBJECT_MISTAKE_CASES,
  SEARCH_MISTAKE_CASES,
  SPAN_SEARCH_CASES,
} from './search-cases.ts'
import { listSearchKeys } from './search-keys.ts'
import { writeSearch } from './write-search.ts'

test('there are at least 150 cases', () => {
  const all = [SPAN_SEARCH_CASES, LOG_SEARCH_CASES, SEARCH_MISTAKE_CASES, LOG_SEARCH_MISTAKE_CASES].flat()
  expect(all.length).toBeGreaterThanOrEqual(150)
})

test('a key of another list is suggested there', () => {
  const [mistake] = parseSearch('x duration:>1s', 'exceptions').mistakes
  expect(mistake).toMatchObject({ suggestion: 'duration:>1s', other: 'spans' })
  expect(parseSearch('x colour:red', 'exceptions').mistakes[0]).toMatchObject({ other: undefined })
})

test.each(SPAN_SEARCH_CASES)('about spans, %j means %j', (text, tree) => {
  expect(parseSearch(text, 'spans').mistakes).toEqual([])
  expect(treeOf(parseSearch(text, 'spans').search)).toBe(tree)
})

test.each(LOG_SEARCH_CASES)('about logs, %j means %j', (text, tree) => {
  expect(parseSearch(text, 'logs').mistakes).toEqual([])
  expect(treeOf(parseSearch(text, 'logs').search)).toBe(tree)
})

test.each(SEARCH_MISTAKE_CASES)('about spans, %j has a mistake at %s', (text, ...wanted) =>
  expectMistakes('spans', text, wanted),
)
test.each(LOG_SEARCH_MISTAKE_CASES)('about logs, %j has a mistake at %s', (text, ...wanted) =>
  expectMistakes('logs', text, wanted),
)

test.each(OTHER_SUBJECT_CASES)('about %s, %j means %j', (subject, text, tree) => {
  expect(parseSearch(text, subject).mistakes).toEqual([])
  expect(treeOf(parseSearch(text, subject).search)).toBe(tree)
})

test.each<[SearchSubject, string, ...string[]]>(OTHER_SUBJECT_MISTAKE_CASES.map(([...one]) => one))(
  'about %s, %j has a mistake at %s',
  (subject, text, ...wanted) => expectMistakes(subject, text, wanted),
)

function expectMistakes(subject: SearchSubject, text: string, wanted: readonly string[]): void {
  const { mistakes } = parseSearch(text, subject)
  expect(mistakes.map(({ at, end }) => `${at}-${end}`)).toEqual(wanted.map(one => one.split(' ', 1)[0]))
  for (const [index, one] of wanted.entries()) {
    const [, message = '', suggestion] = /^\S+ (.*?)(?: → (.*))?$/.exec(one) ?? []
    expect(mistakes[index]?.message).toContain(message)
    if (suggestion !== undefined) expect(mistakes[index]?.suggestion).toBe(suggestion)
  }
}

test('the example of each key is a search without mistakes', () => {
  const broken = SEARCH_SUBJECTS.flatMap(subject =>
    listSearchKeys(subject).filter(({ example }) => parseSearch(example, subject).mistakes.length > 0),
  )
  expect(broken).toEqual([])
})

test('a search that is too long, too deep or has too many conditions is an error', () => {
  const texts = ['a'.repeat(MAX_SEARCH_CHARS + 1), '('.repeat(500), '-'.repeat(1000), 'a '.repeat(61), '[('.repeat(300)]
  for (const text of texts.filter(text => !text.startsWith('-'))) {
    expect(parseSearch(text, 'spans').mistakes.length, text.slice(0, 9)).toBeGreaterThan(0)
  }
  expect(() => texts.map(text => parseSearch(text, 'spans'))).not.toThrow()
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
    fc.property(typed, fc.constantFrom<SearchSubject>(...SEARCH_SUBJECTS), (text, subject) => {
      for (const { at, end } of parseSearch(text, subject).mistakes) {
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
    for (const one of SIGNS) for (const other of SIGNS) parseSearch(`${key}${one}${other}`, 'spans')
  }
})

test('a formatted query parses to the same query', () => {
  const typed = fc.oneof(
    fc.array(fc.constantFrom(...SIGNS)).map(parts => parts.join('')),
    fc
      .array(fc.constantFrom(...SPAN_SEARCH_CASES.map(([text]) => text)), { maxLength: 3 })
      .map(parts => parts.join(' ')),
    fc
      .array(fc.constantFrom(...SPAN_SEARCH_CASES.map(([text]) => text)), { maxLength: 3 })
      .map(parts => parts.join(' OR ')),
  )
  fc.assert(
    fc.property(typed, text => {
      const { search, mistakes } = parseSearch(text, 'spans')
      if (mistakes.length > 0) return
      const written = writeSearch(search)
      expect(treeOf(parseSearch(written, 'spans').search), written).toBe(treeOf(search))
      expect(parseSearch(written, 'spans').mistakes, written).toEqual([])
    }),
    { numRuns: 3_000 },
  )
})

/** As search-cases.ts writes it. */
function treeOf(search: SearchExpression | undefined): string {
  switch (search?.is) {
    case undefined:
      return ''
    case 'all':
    case 'any':
      return `${search.is}(${search.of.map(treeOf).join(', ')})`
    case 'not':
      return `-${treeOf(search.of)}`
    case 'text':
      return `'${search.text}'`
    case 'span':
      return `[${treeOf(search.of)}]`
    case 'relation':
      return `${treeOf(search.left)} ${search.sign} ${treeOf(search.right)}`
    case 'clause':
      return clauseOf(keyOf(search.key), search.test)
  }
}

function clauseOf(key: string, test: ClauseTest): string {
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

const writeValue = ({ text, quoted }: ClauseValue) => (quoted ? `"${text}"` : text)

function keyOf(key: ClauseKey): string {
  if (key.is === 'field') return key.name
  return key.of === 'any' ? `@${key.name}` : `${key.of}.${key.name}`
}
