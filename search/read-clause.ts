import { readDurationNs, readNumber } from './read-values.ts'
import type { TextReader } from './reader.ts'
import {
  type Clause,
  type ClauseKey,
  type ClauseTest,
  type ClauseValue,
  SEARCH_SUBJECTS,
  type SearchSubject,
} from './search.ts'
import { findKey, findNearestKey, hasAttributes, parseSeverityRange, resolveKey } from './search-keys.ts'
import { quoteText } from './write-search.ts'

type ReportMistake = (at: number, end: number, message: string, suggestion?: string, other?: SearchSubject) => void

interface ParsedClause {
  /** `undefined` if a mistake leaves nothing of the clause. */
  readonly query: Clause | undefined
  readonly isNegated: boolean
}

const KEY = /(@?[\p{L}\p{N}_$][\p{L}\p{N}_./$-]*|(?:@|(?:resource|event|span|record)\.)"(?:[^"\\]|\\[\s\S])*"):/uy
const SIGNS = ['!=', '>=', '<=', '>', '<', '~', '='] as const

/** Reads a clause where one begins. @returns `undefined` where none does; the reader stays then */
export function readClause(
  reader: TextReader,
  subject: SearchSubject,
  report: ReportMistake,
): ParsedClause | undefined {
  const at = reader.at
  if (readsEmptyKey(reader, report)) return { query: undefined, isNegated: false }
  KEY.lastIndex = at
  const [whole = '', written = ''] = KEY.exec(reader.text) ?? []
  if (whole === '') return undefined
  const [, prefix = written, quoted] = /^([^"]*)"(.*)"$/s.exec(written) ?? []
  const name = quoted === undefined ? written : `${prefix}${quoted.replaceAll(/\\(["\\])/g, '$1')}`
  const after = reader.text[at + whole.length] ?? ' '
  const isEmpty = /[\s)\]]/.test(after)
  const key = name === 'has' ? undefined : resolveKey(name, subject)
  if (name !== 'has' && key === undefined) {
    if (isEmpty || /^\d+$/.test(name) || reader.text.startsWith('//', at + whole.length)) return undefined
    reportUnknown(reader, subject, report, { at, name, length: whole.length })
    return { query: undefined, isNegated: false }
  }
  if (isEmpty) {
    if (key?.is === 'attribute' && !written.startsWith('@')) return undefined
    reader.at += whole.length
    report(at, reader.at, `${written} needs a value right after the colon.`)
    return { query: undefined, isNegated: false }
  }
  reader.at += whole.length
  if (key === undefined) return readPresence(reader, subject, report, at)
  const sign = SIGNS.find(sign => reader.takes(sign))
  const test = readTest(reader, { key, sign, subject }, report)
  return {
    query: test && { is: 'clause', key, test, at, end: reader.at },
    isNegated: sign === '!=',
  }
}

const EMPTY_KEY = /(?:@(?:"")?|(?:resource|event|span|record)\.(?:"")?)?:/y

/** `@:x` and `:x`; a colon between other words is text. */
function readsEmptyKey(reader: TextReader, report: ReportMistake): boolean {
  const { at, text } = reader
  EMPTY_KEY.lastIndex = at
  const [whole] = EMPTY_KEY.exec(text) ?? []
  if (whole === undefined || (whole === ':' && text.trim() !== ':' && /\s|^$/.test(text.charAt(at + 1)))) return false
  reader.at += whole.length
  takeValue(reader, '', () => {})
  report(
    at,
    reader.at,
    'There is no key before the colon. Quote the text to find it.',
    quoteText(text.slice(at, reader.at)),
  )
  return true
}

function reportUnknown(
  reader: TextReader,
  subject: SearchSubject,
  report: ReportMistake,
  { at, name, length }: { readonly at: number; readonly name: string; readonly length: number },
): void {
  reader.at += length
  takeValue(reader, '', () => {})
  const nearest = findNearestKey(name, subject)
  const unknown = describeUnknown(name, subject)
  const [other] = othersWith(name)
  if (nearest !== undefined) report(at, at + length - 1, `${unknown} Did you mean ${nearest}?`, nearest)
  else if (other !== undefined) report(at, reader.at, unknown, reader.text.slice(at, reader.at), other)
  else {
    const hint = hasAttributes(subject)
      ? `Write @${name} for an attribute, or quote the text.`
      : 'Quote the text to find it.'
    report(at, reader.at, `${unknown} ${hint}`, quoteText(reader.text.slice(at, reader.at)))
  }
}

const othersWith = (name: string) => SEARCH_SUBJECTS.filter(other => findKey(name, other) !== undefined)

/** A key of another list is named as such. */
function describeUnknown(name: string, subject: SearchSubject): string {
  const others = othersWith(name)
  if (others.length > 0) return `${name} is a key of ${formatList(others)}, not of ${subject}.`
  if (!hasAttributes(subject) && /^@|\./.test(name)) return `The attribute ${name} is not kept with ${subject}.`
  return `Unknown key ${name}.`
}

/** As in a sentence. */
const formatList = (names: readonly string[]) => names.join(', ').replace(/, ([^,]+)$/, ' and $1')

/** `has:key` */
function readPresence(reader: TextReader, subject: SearchSubject, report: ReportMistake, at: number): ParsedClause {
  const start = reader.at
  const [prefix] = QUOTED_KEY.exec(reader.text.slice(reader.at)) ?? []
  const written = prefix === undefined ? reader.takeWord() : takeQuotedKey(reader, prefix)
  const key = resolveKey(written, subject)
  if (key !== undefined) {
    return { query: { is: 'clause', key, test: { is: 'present' }, at, end: reader.at }, isNegated: false }
  }
  const nearest = findNearestKey(written, subject)
  report(
    start,
    reader.at,
    `${describeUnknown(written, subject)} ${nearest === undefined ? (hasAttributes(subject) ? `Write @${written} for an attribute.` : '') : `Did you mean ${nearest}?`}`.trim(),
    nearest ?? (hasAttributes(subject) ? `@${written}` : undefined),
  )
  return { query: undefined, isNegated: false }
}

const QUOTED_KEY = /^(?:@|(?:resource|event|span|record)\.)(?=")/

function takeQuotedKey(reader: TextReader, prefix: string): string {
  reader.at += prefix.length
  return `${prefix}${reader.takeQuoted().text}`
}

interface ClauseStart {
  readonly key: ClauseKey
  readonly sign: (typeof SIGNS)[number] | undefined
  readonly subject: SearchSubject
}

function readTest(
  reader: TextReader,
  { key, sign, subject }: ClauseStart,
  report: ReportMistake,
): ClauseTest | undefined {
  const at = reader.at
  const isEquality = sign === undefined || sign === '!=' || sign === '='
  if (reader.peek() === '[' && isEquality) return readList(reader, report)
  if (/[\s)\]]/.test(reader.peek())) {
    report(at, Math.min(at + 1, reader.text.length), 'A value is missing here.')
    return undefined
  }
  const value = takeValue(reader, '', report)
  if (sign === '~') return { is: 'contains', value }
  if (!isEquality) return { is: 'compare', sign, value }
  return (value.quoted ? undefined : readRange(value.text, key, subject)) ?? { is: 'one of', values: [value] }
}

/** Only where both ends are values of the key: other texts may have two dots. */
function readRange(text: string, key: ClauseKey, subject: SearchSubject): ClauseTest | undefined {
  const [, from = '', to = ''] = /^(.*?)\.\.(.*)$/s.exec(text) ?? []
  if (from === '' && to === '') return undefined
  const kind = key.is === 'field' ? findKey(key.name, subject)?.kind : 'number'
  const isEnd = (end: string) => {
    if (end === '') return true
    if (kind === 'duration') return readDurationNs(end) !== undefined
    if (kind === 'severity') return parseSeverityRange(end) !== undefined || /^\d+$/.test(end)
    return (kind === 'number' || kind === 'status') && readNumber(end) !== undefined
  }
  if (!isEnd(from) || !isEnd(to)) return undefined
  const end = (text: string): ClauseValue | undefined => (text === '' ? undefined : { text, quoted: false })
  return { is: 'range', from: end(from), to: end(to) }
}

function readList(reader: TextReader, report: ReportMistake): ClauseTest | undefined {
  const at = reader.at
  reader.at += 1
  const values: ClauseValue[] = []
  for (;;) {
    reader.skipSpaces()
    if (reader.isAtEnd() || reader.peek() === ')') {
      report(at, reader.at, 'This list is never closed: a ] is missing.')
      return { is: 'one of', values }
    }
    if (reader.takes(']')) break
    if (reader.takes(',')) continue
    values.push(takeValue(reader, ',', report))
  }
  if (values.length === 0) {
    report(at, reader.at, 'This list has no values.')
    return undefined
  }
  return { is: 'one of', values }
}

function takeValue(reader: TextReader, stops: string, report: ReportMistake): ClauseValue {
  const at = reader.at
  if (reader.peek() !== '"') {
    return { text: /[\s)\]]/.test(reader.peek()) ? '' : reader.takeWord(stops), quoted: false }
  }
  const { text, isClosed } = reader.takeQuoted()
  if (!isClosed) report(at, reader.at, 'This quote is never closed.')
  return { text, quoted: true }
}
