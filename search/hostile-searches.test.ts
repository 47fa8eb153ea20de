import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSpans } from '../store/spans/find-spans.ts'
import { rangeEndingAt } from '../store/units.ts'
import { runs } from '../test/property-runs.ts'
import { openTestStore, spanRow } from '../test/store/open-test-store.ts'
import { createParameterBinder } from './bind.ts'
import { parseSearch } from './parse-search.ts'
import { SEARCH_SUBJECTS, type SearchSubject } from './search.ts'
import { LOG_SEARCH_CASES, SPAN_SEARCH_CASES } from './search-cases.ts'
import { findKey, listSearchKeys } from './search-keys.ts'
import { writeConditions } from './write-conditions.ts'
import { quoteText } from './write-search.ts'
import { writeSpanConditions, writeTraceConditions } from './write-trace-conditions.ts'

const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)

/** All SQL that a search is translated to: for spans and traces, or for logs. */
function sqlOf(text: string, subject: SearchSubject): string {
  const { bind } = createParameterBinder()
  const { search } = parseSearch(text, subject)
  if (subject !== 'spans') return writeConditions(search, subject, bind)
  return `${writeSpanConditions(search, { range, bind })} ${writeTraceConditions(search, { range, bind })}`
}

const tokensOf = (sql: string) => sql.replaceAll(/\{value_\d+:[\w()]+\}/g, '').match(/'[^']*'|\w+|[^\s\w]/g) ?? []

/** Text that would break SQL if it were inserted: quotes, comments, parameters, and a word that none of our fragments has. */
const HOSTILE = [
  ...[
    "'",
    '"',
    '\\',
    '\\"',
    "\\'",
    '`',
    ';',
    '--',
    '/*',
    '*/',
    '{value_0:String}',
    '{x:UInt8}',
    '%',
    '_',
    '?',
    '\0',
    '\n',
    ' ',
  ],
  ...['zqx', 'OR 1=1', "') OR ('1'='1", 'UNION SELECT', '\u2028', '’', '＇', '💥', '$$', '$&', '$`', '1e999', '..'],
]

test('hostile searches inject nothing into the SQL', () => {
  const known = new Set([
    ...SPAN_SEARCH_CASES.flatMap(([text]) => tokensOf(sqlOf(text, 'spans'))),
    ...LOG_SEARCH_CASES.flatMap(([text]) => tokensOf(sqlOf(text, 'logs'))),
    ...[
      'is:entry',
      'has:is',
      'has:duration',
      'has:status',
      'has:kind',
      'trace.status:5xx',
      'trace.environment:a',
    ].flatMap(text => tokensOf(sqlOf(text, 'spans'))),
    ...['scope', 'message', 'method', 'db', 'environment', 'release', 'user', 'url', 'span'].flatMap(key =>
      tokensOf(sqlOf(`${key}:a`, 'spans')),
    ),
    ...['trace.release', 'trace.service', 'trace.route'].flatMap(key => tokensOf(sqlOf(`${key}:a`, 'spans'))),
    ...['is:exception', 'body:a*', 'route:a', 'user:a', 'session:a', '@service.a:x'].flatMap(text =>
      tokensOf(sqlOf(text, 'logs')),
    ),
  ])
  const value = fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 4 }).map(parts => parts.join(''))
  const key = fc.oneof(
    fc.constantFrom(
      'service',
      'name',
      'statement',
      'status',
      'event',
      'trace',
      'trace.name',
      'resource.a',
      'event.a',
      '@service.a',
    ),
    value.map(text => `@${quoteText(text)}`),
  )
  // Quoted, or without characters that end a word.
  const written = fc.oneof(
    value.map(quoteText),
    value.map(text => text.replaceAll(/[\s"()[\]<>=~!]/g, 'q')),
  )
  const clause = fc
    .tuple(key, fc.constantFrom('', '!=', '~'), written)
    .map(([key, sign, text]) => `${key}:${sign}${text}`)
  const one = fc.oneof(clause, value.map(quoteText))
  const ofSpan = one.filter(text => !text.startsWith('trace.'))
  const brackets = fc
    .tuple(fc.constantFrom('[A] > [B]', '[A] >> [B]', '[A] ~ [B]', '-[A] [B]', '(A OR -B)', 'A B'), ofSpan, ofSpan)
    .map(([form, a, b]) => form.replace('A', () => a).replace('B', () => b))
  const search = fc.tuple(one, brackets).map(parts => parts.join(' '))
  let run = 0
  fc.assert(
    fc.property(search, text => {
      if (parseSearch(text, 'spans').mistakes.length > 0) return
      run += 1
      expect(tokensOf(sqlOf(text, 'spans')).filter(token => !known.has(token))).toEqual([])
    }),
    runs(2_600),
  )
  expect(run).toBeGreaterThanOrEqual(2_000)
})

test.each(SEARCH_SUBJECTS)('hostile values inject nothing into the SQL about %s', subject => {
  const keys = listSearchKeys(subject).map(({ name }) => name)
  const values = ['x', '"x"', '~x', '[x,y]', 'x*', '!=x', '500', '5xx', '1s', '>1s', '1', '>=1', 'error']
  const plain = [...keys, '@k', '@service.k', 'resource.k', 'event.k'].flatMap(key => [
    `has:${key}`,
    ...[...values, ...(findKey(key, subject)?.choices ?? [])].map(value => `${key}:${value}`),
  ])
  const isSearch = (text: string) => parseSearch(text, subject).mistakes.length === 0
  const known = new Set([...plain, '(a OR -b) c'].filter(isSearch).flatMap(text => tokensOf(sqlOf(text, subject))))
  const value = fc
    .array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 4 })
    .map(parts => quoteText(parts.join('')))
  const clause = fc.tuple(fc.constantFrom(...keys, '@k'), fc.constantFrom('', '!=', '~'), value)
  const search = fc.oneof(
    value,
    clause.map(([key, sign, text]) => `${key}:${sign}${text}`),
  )
  let run = 0
  fc.assert(
    fc.property(search, text => {
      if (!isSearch(text)) return
      run += 1
      expect(tokensOf(sqlOf(text, subject)).filter(token => !known.has(token))).toEqual([])
    }),
    runs(500),
  )
  expect(run).toBeGreaterThan(300)
})

test('the engine runs the SQL of any search', async () => {
  await using store = await openTestStore([spanRow()])
  const texts = HOSTILE.flatMap(text => [
    `@${quoteText(text)}:${quoteText(text)}`,
    `@k:~${quoteText(text)} ${quoteText(text)}*`,
  ])
  for (const text of texts) {
    const { search, mistakes } = parseSearch(text, 'spans')
    expect(mistakes, text).toEqual([])
    expect(await findSpans(store, { search, range, limit: 10 }), text).toEqual([])
  }
})
