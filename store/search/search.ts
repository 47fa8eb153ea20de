/** What a search finds: spans or log records, each with its own columns and keys. */
export type Subject = 'spans' | 'logs'

/** Maximum length of a search. */
export const MAX_SEARCH_CHARS = 2_000

/** A search as a tree. `at` and `end` are offsets into the text that it was parsed from. */
export type Search = SearchGroup | NegatedSearch | Clause | TextTerm | SpanMatch | Relation

export interface SearchGroup {
  readonly is: 'all' | 'any'
  /** Two or more. */
  readonly of: readonly Search[]
}

export interface NegatedSearch {
  readonly is: 'not'
  readonly of: Search
}

/** `key:test`. */
export interface Clause extends TextRange {
  readonly is: 'clause'
  readonly key: SearchedKey
  readonly test: KeyTest
}

/** A word or phrase that occurs in the searched texts, case-insensitively. */
export interface TextTerm extends TextRange {
  readonly is: 'text'
  readonly text: string
}

/** `[…]`: the trace has one span that matches. */
export interface SpanMatch extends TextRange {
  readonly is: 'span'
  /** `undefined` for any span. */
  readonly of: Search | undefined
}

/** `[a] > [b]`: two spans of one trace; the second is a child, a descendant or a sibling of the first. */
export interface Relation {
  readonly is: 'relation'
  readonly sign: RelationSign
  readonly left: SpanMatch
  readonly right: SpanMatch
}

export type RelationSign = '>' | '>>' | '~'

export interface TextRange {
  readonly at: number
  readonly end: number
}

/**
 * `field` is a name from search-keys.ts. An attribute belongs to the span or log record (`own`), to the resource, to any event of the span,
 * or to span or resource (`any`), where semantic conventions put it on the resource.
 */
export type SearchedKey =
  | { readonly is: 'field'; readonly name: string }
  | { readonly is: 'attribute'; readonly of: 'own' | 'resource' | 'event' | 'any'; readonly name: string }

export type KeyTest =
  /** Equals one of them; unquoted values may have wildcards. */
  | { readonly is: 'one of'; readonly values: readonly TestValue[] }
  | { readonly is: 'compare'; readonly sign: '>' | '>=' | '<' | '<='; readonly value: TestValue }
  /** Both ends are included; one of them may be missing. */
  | { readonly is: 'range'; readonly from: TestValue | undefined; readonly to: TestValue | undefined }
  | { readonly is: 'contains'; readonly value: TestValue }
  /** `has:key` */
  | { readonly is: 'present' }

export interface TestValue {
  readonly text: string
  /** Quoted values have no wildcards. */
  readonly quoted: boolean
}

/** A part of a search that could not be parsed. */
export interface SearchMistake extends TextRange {
  readonly message: string
  /** Replacement for the marked text. */
  readonly suggestion: string | undefined
}

/** All clauses of a search, in text order. */
export function clausesOf(query: Search | undefined): readonly Clause[] {
  if (query === undefined) return []
  switch (query.is) {
    case 'text':
      return []
    case 'clause':
      return [query]
    case 'all':
    case 'any':
      return query.of.flatMap(clausesOf)
    case 'relation':
      return [query.left, query.right].flatMap(clausesOf)
    default:
      return clausesOf(query.of)
  }
}
