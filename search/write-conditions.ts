import type { BindParameter } from './bind.ts'
import { GROUP_SEPARATOR } from './groups.ts'
import type { Clause, ClauseKey, ClauseTest, SearchExpression, SearchSubject } from './search.ts'
import { SEARCH_COLUMNS, writeThrownTest } from './search-columns.ts'
import {
  joinWithOr,
  writeAttributeValueTest,
  writeContainsText,
  writeDurationTest,
  writeSeverityTest,
  writeStatusTest,
  writeTextTest,
} from './write-test.ts'

/**
 * Writes a query about one row of its subject as SQL: a span, log record, exception or event of a session. Everything that somebody typed is the
 * value of a parameter: the text is made of the fragments of this folder and of the parameters' names (hostile-searches.test.ts).
 *
 * @param search without span brackets and keys of the whole trace, which write-trace-conditions.ts translates
 */
export function writeConditions(
  search: SearchExpression | undefined,
  subject: SearchSubject,
  bind: BindParameter,
): string {
  if (search === undefined) return '1'
  switch (search.is) {
    case 'all':
      return `(${cheapestFirst(search.of.map(one => writeConditions(one, subject, bind))).join(' AND ')})`
    case 'any':
      return joinWithOr(search.of.map(one => writeConditions(one, subject, bind)))
    case 'not':
      return `NOT ${writeConditions(search.of, subject, bind)}`
    case 'text':
      return writeText(search.text, subject, bind)
    case 'clause':
      return `(${writeClauseTest(search, subject, bind)})`
    case 'span':
    case 'relation':
      throw new TypeError(`A ${search.is} is no condition of one span.`)
  }
}

/** In the order in which PREWHERE reads: a map is read only where the other conditions hold. */
function cheapestFirst(conditions: readonly string[]): string[] {
  const readsMap = (condition: string) => Number(condition.includes('Attributes'))
  return conditions.toSorted((a, b) => readsMap(a) - readsMap(b))
}

function writeText(text: string, subject: SearchSubject, bind: BindParameter): string {
  const { searched } = SEARCH_COLUMNS[subject]
  const tests = searched.map(expression => writeContainsText(expression, text, bind))
  if (/^[0-9a-f]{32}$/i.test(text)) tests.push(`TraceId = ${bind(text.toLowerCase(), 'String')}`)
  return joinWithOr(tests)
}

function writeClauseTest({ key, test }: Clause, subject: SearchSubject, bind: BindParameter): string {
  if (key.is === 'attribute') return writeAttributeTest(key, test, subject, bind)
  const { texts, own, choices } = SEARCH_COLUMNS[subject]
  const chosen = choices[key.name]
  if (chosen !== undefined) {
    return test.is === 'one of' ? joinWithOr(test.values.map(({ text }) => chosen[text.toLowerCase()] ?? '0')) : '1'
  }
  switch (key.name) {
    case 'duration':
      return test.is === 'present' ? '1' : writeDurationTest('DurationNs', test, bind)
    case 'status':
      return writeStatusTest({ http: 'HttpStatus', code: 'StatusCode' }, test, bind)
    case 'severity':
      return writeSeverityTest('Severity', test, bind)
    case 'event':
      if (subject === 'spans') return `arrayExists(event -> ${writeTextTest('event', test, bind)}, Events.Name)`
      break
    case 'kind':
      return writeTextTest('lower(SpanKind)', withLowerCase(test), bind)
    case 'type':
      if (subject === 'sessions') return writeThrownTest(writeTextTest('Type', test, bind))
      break
    case 'trace':
    case 'span':
    case 'parent':
      return writeTextTest(texts[key.name] ?? own, withLowerCase(test), bind)
  }
  const column = texts[key.name]
  if (column === undefined) throw new TypeError(`${key.name} is no key of ${subject}.`)
  return writeTextTest(column, test, bind)
}

/** Ids and kinds are stored in one case. */
function withLowerCase(test: ClauseTest): ClauseTest {
  if (test.is === 'one of') {
    return { ...test, values: test.values.map(value => ({ ...value, text: value.text.toLowerCase() })) }
  }
  return test
}

function writeAttributeTest(
  { of, name }: Extract<ClauseKey, { is: 'attribute' }>,
  test: ClauseTest,
  subject: SearchSubject,
  bind: BindParameter,
): string {
  const { own } = SEARCH_COLUMNS[subject]
  const key = bind(name, 'String')
  const testIn = (map: string) =>
    test.is === 'present' ? `mapContains(${map}, ${key})` : writeAttributeValueTest(`${map}[${key}]`, test, bind)
  switch (of) {
    case 'event':
      return `arrayExists(event -> ${testIn('event')}, Events.Attributes)`
    case 'span':
    case 'record':
      return testIn(own)
    case 'resource':
      return testIn('ResourceAttributes')
    case 'any':
      // A key is missing if neither attribute has it.
      return `(${testIn(own)} ${findsMissing(test) ? 'AND' : 'OR'} ${testIn('ResourceAttributes')})`
  }
}

/** Tells whether a test finds rows without the key. */
const findsMissing = (test: ClauseTest) => test.is === 'one of' && test.values.some(({ text }) => text === '')

/** Keys of spans as one text to group by: the first 300 characters of each value, '' where a span has none. */
export function writeGroupKeys(keys: readonly ClauseKey[], bind: BindParameter): string {
  const texts = keys.map(key => `substringUTF8(${writeGroupKey(key, bind)}, 1, 300)`)
  const [only, ...others] = texts
  if (only === undefined) return "''"
  if (others.length === 0) return only
  const separator = bind(GROUP_SEPARATOR, 'String')
  return `arrayStringConcat(arrayMap(text -> replaceAll(text::String, ${separator}, ' '), [${texts.join(', ')}]), ${separator})`
}

/** The number that a span has at a key; NULL if it has none. */
export const writeMeasure = (key: ClauseKey, bind: BindParameter): string =>
  `toFloat64OrNull((${writeGroupKey(key, bind)})::String)`

/** A key of spans as a text to group by: '' where a span has none. Of an attribute that its resource has too, the span's. */
function writeGroupKey(key: ClauseKey, bind: BindParameter): string {
  if (key.is === 'field') {
    const { texts } = SEARCH_COLUMNS.spans
    return texts[key.name] ?? GROUP_KEY_SQL[key.name] ?? "''"
  }
  const name = bind(key.name, 'String')
  switch (key.of) {
    case 'span':
    case 'record':
      return `SpanAttributes[${name}]`
    case 'resource':
      return `ResourceAttributes[${name}]`
    case 'event':
      return `arrayFirst(value -> value != '', arrayMap(event -> event[${name}], Events.Attributes))`
    case 'any':
      return `if(mapContains(SpanAttributes, ${name}), SpanAttributes[${name}], ResourceAttributes[${name}])`
  }
}

const GROUP_KEY_SQL: Readonly<Record<string, string>> = {
  kind: 'lower(SpanKind)',
  status: "if(HttpStatus = 0, '', toString(HttpStatus))",
  event: 'Events.Name[1]',
  is: "if(Failed = 1, 'error', '')",
  duration: "concat('10^', toString(floor(log10(greatest(DurationNs, 1)))), ' ns')",
}
