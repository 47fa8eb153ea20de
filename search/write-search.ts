import { TextReader } from './reader.ts'
import type { Clause, ClauseKey, ClauseValue, SearchExpression } from './search.ts'

/** Writes a search as text that parses as the same search; '' for everything. */
export function writeSearch(search: SearchExpression | undefined): string {
  if (search === undefined) return ''
  switch (search.is) {
    case 'any':
      return search.of.map(one => writeOne(one)).join(' OR ')
    case 'all':
      return search.of.map(one => (one.is === 'any' ? `(${writeSearch(one)})` : writeOne(one))).join(' ')
    default:
      return writeOne(search)
  }
}

function writeOne(search: SearchExpression): string {
  switch (search.is) {
    case 'any':
      return `(${writeSearch(search)})`
    case 'all':
      return writeSearch(search)
    case 'not':
      return `-${search.of.is === 'all' || search.of.is === 'any' ? `(${writeSearch(search.of)})` : writeOne(search.of)}`
    case 'text':
      return isPlainText(search.text) ? search.text : quoteText(search.text)
    case 'span':
      return `[${writeSearch(search.of)}]`
    case 'relation':
      return `${writeOne(search.left)} ${search.sign} ${writeOne(search.right)}`
    case 'clause':
      return writeClause(search)
  }
}

/** One clause, such as `service:web`. */
export function writeClause({ key, test }: Pick<Clause, 'key' | 'test'>): string {
  const name = writeKey(key)
  switch (test.is) {
    case 'present':
      return `has:${name}`
    case 'contains':
      return `${name}:~${writeValue(test.value)}`
    case 'compare':
      return `${name}:${test.sign}${writeValue(test.value)}`
    case 'range':
      return `${name}:${test.from?.text ?? ''}..${test.to?.text ?? ''}`
    case 'one of': {
      const [first, ...others] = test.values
      if (first !== undefined && others.length === 0) return `${name}:${writeEqual(first)}`
      return `${name}:[${test.values.map(writeListed).join(',')}]`
    }
  }
}

/** A key as it is written in a search. */
export function writeKey(key: ClauseKey): string {
  if (key.is === 'field') return key.name
  const isPlain = /^[\p{L}\p{N}_$][\p{L}\p{N}_./$-]*$/u.test(key.name)
  return `${key.of === 'any' ? '@' : `${key.of}.`}${isPlain ? key.name : quoteText(key.name)}`
}

/** An unquoted value may look like another test: then an explicit `=` precedes it. */
function writeEqual({ text, quoted }: ClauseValue): string {
  const written = writeValue({ text, quoted: quoted || text.startsWith('[') })
  return /^(!=|[<>=~])/.test(written) ? `=${written}` : written
}

/** A value as it is written between the brackets of `key:[a,b]`. */
export const writeListed = (value: ClauseValue) => writeValue(value, ',')

function writeValue({ text, quoted }: ClauseValue, stops = ''): string {
  const isWord = !/^($|[\s")\]])/.test(text) && new TextReader(text).takeWord(stops) === text
  return !quoted && isWord ? text : quoteText(text)
}

/** True if the text means only itself anywhere, also as a whole search. */
function isPlainText(text: string): boolean {
  return /^[^\s()[\]":@!~>-][^\s()[\]":]*$/.test(text) && !/^(AND|OR|NOT)$/.test(text)
}

export function quoteText(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
