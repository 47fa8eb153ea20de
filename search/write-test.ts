import type { BindParameter } from './bind.ts'
import { readDurationNs, readNumber, readStatusClass } from './read-values.ts'
import type { ClauseTest, ClauseValue } from './search.ts'
import { parseSeverityRange } from './search-keys.ts'

/** Tests a text expression. Attributes are compared as numbers by tests that need an order. */
export function writeTextTest(expression: string, test: ClauseTest, bind: BindParameter): string {
  switch (test.is) {
    case 'present':
      return `${expression} != ''`
    case 'contains':
      return writeContainsText(expression, test.value.text, bind)
    case 'one of':
      return writeOneOf(expression, test.values, bind)
    default:
      return writeNumberTest(`toFloat64OrNull(${expression})`, test, value =>
        bind(readNumber(value.text) ?? 0, 'Float64'),
      )
  }
}

/**
 * Tests an attribute: a number, written plainly, equals each way to write it, and of an array each member is tested. The exporter writes those
 * as JSON.
 *
 * @see https://opentelemetry.io/docs/specs/otel/common/#attribute
 */
export function writeAttributeValueTest(expression: string, test: ClauseTest, bind: BindParameter): string {
  if (test.is === 'present' || test.is === 'contains') return writeTextTest(expression, test, bind)
  const members = `arrayMap(item -> if(startsWith(item, '"'), JSONExtractString(item), item), JSONExtractArrayRaw(${expression}))`
  const ofMember = `startsWith(${expression}, '[') AND arrayExists(member -> ${writeValueTest('member', test, bind)}, ${members})`
  return `(${writeValueTest(expression, test, bind)} OR (${ofMember}))`
}

function writeValueTest(expression: string, test: ClauseTest, bind: BindParameter): string {
  const numbers = test.is === 'one of' ? test.values.flatMap(readPlainNumber) : []
  const equal = numbers.map(number => `ifNull(toFloat64OrNull(${expression}) = ${bind(number, 'Float64')}, 0)`)
  return joinWithOr([writeTextTest(expression, test, bind), ...equal])
}

/** The number of an unquoted value; none of one that may be an id, with leading zeros or more digits than a float has. */
function readPlainNumber({ text, quoted }: ClauseValue): number[] {
  if (quoted || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return []
  const number = readNumber(text)
  return number === undefined || (/^-?\d+$/.test(text) && !Number.isSafeInteger(number)) ? [] : [number]
}

export function writeContainsText(expression: string, text: string, bind: BindParameter): string {
  return `positionCaseInsensitiveUTF8(${expression}, ${bind(text, 'String')}) > 0`
}

function writeOneOf(expression: string, values: readonly ClauseValue[], bind: BindParameter): string {
  const whole = values.filter(({ text, quoted }) => quoted || !/[*?]/.test(text)).map(({ text }) => text)
  const patterns = values.filter(({ text, quoted }) => !quoted && /[*?]/.test(text))
  const [only] = whole
  const tests = patterns.map(({ text }) =>
    text === '*' ? `${expression} != ''` : `${expression} LIKE ${bind(likePattern(text), 'String')}`,
  )
  if (whole.length > 1) tests.push(`${expression} IN ${bind(whole, 'Array(String)')}`)
  else if (only !== undefined) tests.push(`${expression} = ${bind(only, 'String')}`)
  return joinWithOr(tests)
}

function likePattern(text: string): string {
  return text
    .replaceAll(/[%_\\]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_')
}

/** Tests a number; a missing one (NULL) passes no test. */
export function writeNumberTest(
  expression: string,
  test: ClauseTest,
  bindValue: (value: ClauseValue) => string,
): string {
  switch (test.is) {
    case 'compare':
      return `ifNull(${expression} ${test.sign} ${bindValue(test.value)}, 0)`
    case 'range': {
      const from = test.from && `ifNull(${expression} >= ${bindValue(test.from)}, 0)`
      const to = test.to && `ifNull(${expression} <= ${bindValue(test.to)}, 0)`
      return `(${[from, to].filter(Boolean).join(' AND ')})`
    }
    case 'one of':
      return joinWithOr(test.values.map(value => `ifNull(${expression} = ${bindValue(value)}, 0)`))
    case 'present':
      return `ifNull(${expression} > 0, 0)`
    case 'contains':
      return '0'
  }
}

export function writeDurationTest(expression: string, test: ClauseTest, bind: BindParameter): string {
  return writeNumberTest(expression, test, ({ text }) => bind(readDurationNs(text) ?? 0n, 'UInt64'))
}

/** @param status.code expression that is ok, error or unset, if the subject has one */
export function writeStatusTest(
  status: { http: string; code?: string },
  test: ClauseTest,
  bind: BindParameter,
): string {
  const { http, code } = status
  if (test.is !== 'one of') {
    const number = writeNumberTest(http, test, ({ text }) => bind(readNumber(text) ?? 0, 'Float64'))
    return `(${http} > 0 AND ${number})`
  }
  return joinWithOr(
    test.values.map(({ text }) => {
      const [least, most] = readStatusClass(text) ?? []
      if (least !== undefined && most !== undefined) {
        return `${http} BETWEEN ${bind(least, 'Float64')} AND ${bind(most, 'Float64')}`
      }
      if (/^\d+$/.test(text)) return `${http} = ${bind(Number(text), 'Float64')}`
      return code === undefined ? '0' : `lower(${code}) = ${bind(text.toLowerCase(), 'String')}`
    }),
  )
}

/** A name means its four numbers: `>=warn` starts at the lowest, `>warn` after the highest. */
export function writeSeverityTest(expression: string, test: ClauseTest, bind: BindParameter): string {
  const ends = ({ text }: ClauseValue) => parseSeverityRange(text) ?? [Number(text), Number(text)]
  const least = (value: ClauseValue) => bind(ends(value)[0] ?? 0, 'Float64')
  const most = (value: ClauseValue) => bind(ends(value)[1] ?? 0, 'Float64')
  const between = (from: ClauseValue, to: ClauseValue) => `${expression} BETWEEN ${least(from)} AND ${most(to)}`
  switch (test.is) {
    case 'compare': {
      const end = test.sign === '>=' || test.sign === '<' ? least(test.value) : most(test.value)
      return `(${expression} > 0 AND ${expression} ${test.sign} ${end})`
    }
    case 'range': {
      const from = test.from && `${expression} >= ${least(test.from)}`
      const to = test.to && `${expression} <= ${most(test.to)}`
      return `(${[`${expression} > 0`, from, to].filter(Boolean).join(' AND ')})`
    }
    case 'one of':
      return joinWithOr(test.values.map(value => between(value, value)))
    default:
      return `${expression} > 0`
  }
}

export function joinWithOr(tests: readonly string[]): string {
  return tests.length === 1 ? (tests[0] ?? '0') : `(${tests.join(' OR ')})`
}
