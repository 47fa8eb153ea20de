import { findMistake } from './find-mistake.ts'
import { readClause } from './read-clause.ts'
import { TextReader } from './reader.ts'
import {
  MAX_SEARCH_CHARS,
  type SearchExpression,
  type SearchMistake,
  type SearchSubject,
  type SpanMatch,
  type SpanRelationOperator,
} from './search.ts'

export interface ParsedSearch {
  /** `undefined` for everything. */
  readonly search: SearchExpression | undefined
  /** In the order of the text. A search with mistakes is not run. */
  readonly mistakes: readonly SearchMistake[]
}
const MAX_DEPTH = 24
const MAX_PARTS = 60

/**
 * Parses a search; never throws, and continues after a mistake.
 *
 *   or     = and { "OR" and }             and = not { ["AND"] not }          not = ["-" | "!" | "NOT"] one
 *   one    = "(" or ")" | span [ (">" | ">>" | "~") span ] | clause | text   span = "[" or "]"
 *   clause = key ":" ["!=" | ">=" | "<=" | ">" | "<" | "~"] ( value | from ".." to | "[" value { "," value } "]" )
 *
 * No space follows the colon of a clause, so `TypeError: x` is text. Words stop at a space or at a bracket that they do not open.
 */
export function parseSearch(text: string, subject: SearchSubject): ParsedSearch {
  const mistakes: SearchMistake[] = []
  const reader = new TextReader(text.slice(0, MAX_SEARCH_CHARS))
  const report = (at: number, end: number, message: string, suggestion?: string, other?: SearchSubject) => {
    mistakes.push({ at, end, message, suggestion, other })
  }
  let parts = 0
  if (text.length > MAX_SEARCH_CHARS) {
    report(MAX_SEARCH_CHARS, text.length, `A search has at most ${MAX_SEARCH_CHARS.toLocaleString('en')} characters.`)
  }
  let search = readAny(0, false)
  while (!reader.isAtEnd()) {
    const at = reader.at
    reader.at += 1
    report(at, reader.at, `"${reader.text[at]}" closes nothing.`)
    search = join('all', [search, readAny(0, false)])
  }
  return { search, mistakes: mistakes.toSorted((a, b) => a.at - b.at) }

  function readAny(depth: number, inSpan: boolean): SearchExpression | undefined {
    const of = [readAll(depth, inSpan)]
    while (reader.peeksWord('OR')) {
      const at = reader.at
      reader.takesWord('OR')
      const next = readAll(depth, inSpan)
      if (of.at(-1) === undefined || next === undefined)
        report(at, at + 2, 'OR needs a condition on both sides.', '"OR"')
      of.push(next)
    }
    return join('any', of)
  }

  function readAll(depth: number, inSpan: boolean): SearchExpression | undefined {
    const of: (SearchExpression | undefined)[] = []
    for (;;) {
      const at = reader.skipSpaces()
      if (reader.takesWord('AND')) {
        if (of.at(-1) === undefined || isOver()) report(at, at + 3, 'AND needs a condition on both sides.', '"AND"')
        continue
      }
      if (isOver()) return join('all', of)
      of.push(readNot(depth, inSpan))
    }
  }

  /** True if no further condition can start here. */
  function isOver(): boolean {
    reader.skipSpaces()
    return reader.isAtEnd() || reader.peeksWord('OR') || ')]'.includes(reader.peek())
  }

  function readNot(depth: number, inSpan: boolean): SearchExpression | undefined {
    const at = reader.at
    const isSign = /[-!]/.test(reader.peek()) && /[^\s)\]]/.test(reader.text[at + 1] ?? ' ')
    if (isSign) reader.at += 1
    else if (!reader.takesWord('NOT')) return readOne(depth, inSpan)
    if (isOver()) {
      report(at, reader.at, 'NOT needs a condition after it.', '"NOT"')
      return undefined
    }
    const of = depth < MAX_DEPTH ? readNot(depth + 1, inSpan) : readOne(depth, inSpan)
    if (of?.is === 'not') return of.of
    return of && { is: 'not', of }
  }

  function readOne(depth: number, inSpan: boolean): SearchExpression | undefined {
    const at = reader.at
    parts += 1
    if (parts === MAX_PARTS + 1) report(at, reader.text.length, `A search has at most ${MAX_PARTS} conditions.`)
    if ('(['.includes(reader.peek())) {
      if (depth >= MAX_DEPTH) {
        report(at, at + 1, `Brackets are at most ${MAX_DEPTH} deep.`)
        reader.at = reader.text.length
        return undefined
      }
      return reader.peek() === '(' ? readGroup(depth, inSpan) : readSpans(depth, inSpan)
    }
    if (reader.peek() === '"') return readPhrase()
    const clause = readClause(reader, subject, report)
    if (clause !== undefined) {
      const mistake = clause.query && findMistake(clause.query.key, clause.query.test, subject)
      if (mistake !== undefined && clause.query) report(clause.query.at, clause.query.end, mistake)
      if (inSpan && clause.query?.key.is === 'field' && clause.query.key.name.startsWith('trace.')) {
        report(
          at,
          clause.query.end,
          `${clause.query.key.name} is about the whole trace: write it outside the brackets.`,
        )
      }
      return clause.query && (clause.isNegated ? { is: 'not', of: clause.query } : clause.query)
    }
    const word = reader.takeWord()
    return { is: 'text', text: word, at, end: reader.at }
  }

  function readPhrase(): SearchExpression | undefined {
    const at = reader.at
    const { text: phrase, isClosed } = reader.takeQuoted()
    if (!isClosed) report(at, reader.at, 'This quote is never closed.')
    if (phrase === '' && isClosed) report(at, reader.at, 'There is no text between the quotes.')
    return { is: 'text', text: phrase, at, end: reader.at }
  }

  function readGroup(depth: number, inSpan: boolean): SearchExpression | undefined {
    const at = reader.at
    const before = mistakes.length
    reader.at += 1
    const of = readAny(depth + 1, inSpan)
    if (reader.peek() === ')') reader.at += 1
    else report(at, at + 1, 'This bracket is never closed.')
    if (of === undefined && mistakes.length === before)
      report(at, reader.at, 'There is no condition between the brackets.')
    return of
  }

  function readSpans(depth: number, inSpan: boolean): SearchExpression | undefined {
    const left = readSpan(depth, inSpan)
    const sign = takeRelation()
    if (sign === undefined) return left
    const at = reader.skipSpaces()
    if (reader.peek() !== '[') {
      report(at, Math.min(at + 1, reader.text.length), `${sign} relates two spans: write another [ … ] after it.`)
      return left
    }
    const right = readSpan(depth, inSpan)
    const before = reader.at
    const another = takeRelation()
    if (another !== undefined) {
      report(before, reader.at, `A relation has two spans: write [a] ${sign} [b] [b] ${another} [c].`)
    }
    return { is: 'relation', sign, left, right }
  }

  function readSpan(depth: number, inSpan: boolean): SpanMatch {
    const at = reader.at
    reader.at += 1
    const of = readAny(depth + 1, true)
    if (reader.peek() === ']') reader.at += 1
    else report(at, at + 1, 'This bracket is never closed.')
    if (subject !== 'spans')
      report(at, reader.at, `Square brackets describe spans: quote the text to find it in ${subject}.`)
    else if (inSpan) report(at, reader.at, 'Square brackets describe one span: they cannot stand in one another.')
    return { is: 'span', of, at, end: reader.at }
  }

  function takeRelation(): SpanRelationOperator | undefined {
    const back = reader.at
    reader.skipSpaces()
    for (const sign of ['>>', '>', '~'] as const) if (reader.takes(sign)) return sign
    reader.at = back
    return undefined
  }
}

/** Flat: a group has no group of its own kind in it. */
function join(is: 'all' | 'any', of: readonly (SearchExpression | undefined)[]): SearchExpression | undefined {
  const parts = of.flatMap(query => (query === undefined ? [] : query.is === is ? query.of : [query]))
  return parts.length < 2 ? parts[0] : { is, of: parts }
}
