import { DIFFERING_KEYS_FACET } from './lacking.ts'
import type { AttributePlace, ClauseValue, SearchSubject } from './search.ts'
import { listSearchKeys, resolveKey, rowPlace } from './search-keys.ts'
import { writeClause, writeKey, writeListed } from './write-search.ts'

/** Suggestions at the caret. */
export interface SearchCompletion {
  /** The part of the text that an option replaces. */
  readonly from: number
  readonly to: number
  readonly options: readonly SearchCompletionOption[]
}

export interface SearchCompletionOption {
  /** The replacement. */
  readonly text: string
  /** Its meaning, or its count. */
  readonly detail: string
}

export interface SearchCompletionSource {
  readonly subject: SearchSubject
  /** Known values with their counts, by name of the facet, the most frequent first. */
  readonly values: Readonly<Record<string, readonly { readonly value: string; readonly count: number }[]>>
}

const MAX_OPTIONS = 8

/** Completes the word before the caret: a key, or a value of the key before its colon, also one of several. */
export function completeSearch(
  text: string,
  caret: number,
  { subject, values }: SearchCompletionSource,
): SearchCompletion {
  const [word = ''] = /(?:@?"[^"]*"?|:(?:!=|=)?\[(?:"[^"]*"?|[^\]"])*|[^\s()[\]"])*$/.exec(text.slice(0, caret)) ?? []
  const sign = /^[-!]/.test(word) ? 1 : 0
  const from = caret - word.length + sign
  const typed = word.slice(sign)
  const [, key, value = ''] = /^(@?[^:"]+|(?:@|\w+\.)"[^"]*"):(?:!=|=)?(.*)$/s.exec(typed) ?? []
  const source = { subject, values }
  if (key !== undefined && value.startsWith('[')) {
    const [last = ''] = /(?:"[^"]*"?|[^\s,"])*$/.exec(value.slice(1)) ?? []
    const options = valuesFor(key, last, source).map(({ value, detail }) => ({ text: writeListed(value), detail }))
    return { from: caret - last.length, to: caret, options: options.slice(0, MAX_OPTIONS) }
  }
  const options = key === undefined ? keysFor(typed, source) : clausesFor(key, value, source)
  return { from, to: caret, options: options.slice(0, MAX_OPTIONS) }
}

function keysFor(typed: string, { subject, values }: SearchCompletionSource): SearchCompletionOption[] {
  const attributes = Object.keys(values).filter(name => name.startsWith('@'))
  const keys = [
    ...listSearchKeys(subject).map(({ name, description }) => ({ text: `${name}:`, detail: description })),
    { text: 'has:', detail: 'Has any value of a key' },
    ...attributes.flatMap(name => attributeOptions(name.slice(1), subject, values)),
  ]
  const wanted = typed.toLowerCase()
  const begins = keys.filter(({ text }) => text.toLowerCase().startsWith(wanted))
  const holds = keys.filter(
    ({ text }) => !begins.some(other => other.text === text) && text.toLowerCase().includes(wanted),
  )
  return wanted === '' ? begins : [...begins, ...holds]
}

/** A key of both is offered in all three ways. */
function attributeOptions(
  name: string,
  subject: SearchSubject,
  values: SearchCompletionSource['values'],
): SearchCompletionOption[] {
  const place = rowPlace(subject)
  const option = (of: AttributePlace, detail: string) => ({
    text: `${writeKey({ is: 'attribute', of, name })}:`,
    detail,
  })
  if (!values[DIFFERING_KEYS_FACET]?.some(({ value }) => value === name)) return [option('any', 'Attribute')]
  return [
    option('any', `Attribute of the ${place} or its resource`),
    option(place, `Attribute of the ${place}`),
    option('resource', 'Attribute of the resource'),
  ]
}

function clausesFor(written: string, typed: string, source: SearchCompletionSource): SearchCompletionOption[] {
  const key = resolveKey(written, source.subject)
  if (key === undefined) return []
  return valuesFor(written, typed, source).map(({ value, detail }) => {
    return { text: writeClause({ key, test: { is: 'one of', values: [value] } }), detail }
  })
}

interface CompletedValue {
  readonly value: ClauseValue
  readonly detail: string
}

function valuesFor(written: string, typed: string, { subject, values }: SearchCompletionSource): CompletedValue[] {
  const key = resolveKey(written, subject)
  if (key === undefined) return []
  const facet = key.is === 'field' ? key.name : `@${key.name}`
  const { choices = [] } = listSearchKeys(subject).find(({ name }) => name === facet) ?? {}
  const counted = (values[facet] ?? []).filter(({ value }) => value !== '')
  const known = [
    ...counted.map(({ value, count }) => ({ value, detail: count.toLocaleString('en') })),
    ...choices.filter(choice => !counted.some(({ value }) => value === choice)).map(value => ({ value, detail: '' })),
  ]
  const wanted = typed.replace(/^"/, '').toLowerCase()
  return known
    .filter(({ value }) => value.toLowerCase().includes(wanted))
    .map(({ value, detail }) => ({ value: { text: value, quoted: /[*?]/.test(value) }, detail }))
}
