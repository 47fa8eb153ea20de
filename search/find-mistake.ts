import { readDurationNs, readNumber, readStatusClass } from './read-values.ts'
import type { ClauseKey, ClauseTest, ClauseValue, SearchSubject } from './search.ts'
import { findKey, parseSeverityRange, type SearchValueKind } from './search-keys.ts'

/** What is wrong with a test of a key, as a sentence; `undefined` if nothing is. */
export function findMistake(key: ClauseKey, test: ClauseTest, subject: SearchSubject): string | undefined {
  if (test.is === 'present') return undefined
  if (key.is === 'attribute') return findMistakeOfAttribute(test)
  const { name, kind, choices = [] } = findKey(key.name, subject) ?? { name: key.name, kind: 'text' as const }
  if (test.is === 'contains' && kind !== 'text') return `${name} has no text to search: ~ is for text.`
  if (kind === 'text') return isOrdered(test) ? `${name} is text: it has no order. Use ~ for a part of it.` : undefined
  if (kind === 'choice') {
    if (isOrdered(test)) return `${name} has no order: use one of ${choices.join(', ')}.`
    const other = valuesOf(test).find(({ text }) => !choices.includes(text.toLowerCase()))
    return other && `${name} is one of ${choices.join(', ')}.`
  }
  const unreadable = valuesOf(test).find(
    ({ text }) => !isValidValue(kind, text, { isOrdered: isOrdered(test), hasCode: name === 'status' }),
  )
  return unreadable && MISTAKE_TEXTS[kind](name, unreadable.text)
}

function findMistakeOfAttribute(test: ClauseTest): string | undefined {
  if (!isOrdered(test)) return undefined
  const other = valuesOf(test).find(({ text }) => readNumber(text) === undefined)
  return other && `"${other.text}" is not a number: attributes are compared as numbers.`
}

interface ExpectedValue {
  readonly isOrdered: boolean
  /** Whether the status may also be ok, error or unset. */
  readonly hasCode: boolean
}

function isValidValue(kind: SearchValueKind, text: string, { isOrdered, hasCode }: ExpectedValue): boolean {
  switch (kind) {
    case 'duration':
      return readDurationNs(text) !== undefined
    case 'severity':
      return parseSeverityRange(text) !== undefined || /^([1-9]|1\d|2[0-4])$/.test(text)
    case 'status':
      if (/^\d{1,3}$/.test(text)) return true
      return !isOrdered && (readStatusClass(text) !== undefined || (hasCode && /^(ok|error|unset)$/i.test(text)))
    default:
      return readNumber(text) !== undefined
  }
}

const MISTAKE_TEXTS: Readonly<
  Record<Exclude<SearchValueKind, 'text' | 'choice'>, (name: string, text: string) => string>
> = {
  duration: (_, text) => `"${text}" is not a duration such as 250ms, 1.5s or 2min.`,
  severity: (_, text) => `"${text}" is not a severity: trace, debug, info, warn, error, fatal, none, or 1 to 24.`,
  status: (_, text) => `"${text}" is not a status such as 500, 5xx, >=400, ok, error or unset.`,
  number: (name, text) => `"${text}" is not a number, as ${name} is.`,
}

const isOrdered = ({ is }: ClauseTest) => is === 'compare' || is === 'range'

function valuesOf(test: ClauseTest): readonly ClauseValue[] {
  switch (test.is) {
    case 'one of':
      return test.values
    case 'range':
      return [test.from, test.to].filter(value => value !== undefined)
    case 'present':
      return []
    default:
      return [test.value]
  }
}
