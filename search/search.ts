/** What a search is about, which decides its keys. Issues and sessions are found by what one exception or event of theirs is. */
export const SEARCH_SUBJECTS = ['spans', 'logs', 'exceptions', 'issues', 'sessions'] as const
export type SearchSubject = (typeof SEARCH_SUBJECTS)[number]

/** Characters of a search as text. */
export const MAX_SEARCH_CHARS = 2_000

/** A search as a tree. `at` and `end` are offsets into the text that it was parsed from. */
export type SearchExpression = SearchGroup | NegatedSearch | Clause | TextTerm | SpanMatch | SpanRelation

export interface SearchGroup {
  readonly is: 'all' | 'any'
  /** Two or more. */
  readonly of: readonly SearchExpression[]
}

export interface NegatedSearch {
  readonly is: 'not'
  readonly of: SearchExpression
}

/** `key:test`. */
export interface Clause extends TextRange {
  readonly is: 'clause'
  readonly key: ClauseKey
  readonly test: ClauseTest
}

/** A word or phrase that occurs in the searched texts, in any case. */
export interface TextTerm extends TextRange {
  readonly is: 'text'
  readonly text: string
}

/** `[…]`: the trace has one span that matches. */
export interface SpanMatch extends TextRange {
  readonly is: 'span'
  /** `undefined` for any span. */
  readonly of: SearchExpression | undefined
}

/** `[a] > [b]`: two spans of one trace, of which the second is a child, a descendant or a sibling of the first. */
export interface SpanRelation {
  readonly is: 'relation'
  readonly sign: SpanRelationOperator
  readonly left: SpanMatch
  readonly right: SpanMatch
}

export type SpanRelationOperator = '>' | '>>' | '~'

export interface TextRange {
  readonly at: number
  readonly end: number
}

/**
 * `field` is a name of search-keys.ts. An attribute is one of the span, of the log record or exception (`record`), of the resource, of any event
 * of the span, or, unless that is written, of the row or its resource (`any`).
 */
export type ClauseKey =
  | { readonly is: 'field'; readonly name: string }
  | { readonly is: 'attribute'; readonly of: AttributePlace; readonly name: string }

export type AttributePlace = 'span' | 'record' | 'resource' | 'event' | 'any'

export type ClauseTest =
  /** Equals one of them; unquoted values may have wildcards. */
  | { readonly is: 'one of'; readonly values: readonly ClauseValue[] }
  | { readonly is: 'compare'; readonly sign: '>' | '>=' | '<' | '<='; readonly value: ClauseValue }
  /** Both ends belong to it; one of them may be left out. */
  | { readonly is: 'range'; readonly from: ClauseValue | undefined; readonly to: ClauseValue | undefined }
  | { readonly is: 'contains'; readonly value: ClauseValue }
  /** `has:key` */
  | { readonly is: 'present' }

export interface ClauseValue {
  readonly text: string
  /** Quoted values have no wildcards. */
  readonly quoted: boolean
}

/** A part of a search that cannot be understood. */
export interface SearchMistake extends TextRange {
  readonly message: string
  /** What the marked text may be replaced by. */
  readonly suggestion: string | undefined
  /** Where the suggestion is to be searched for instead, if only there it can be. */
  readonly other?: SearchSubject | undefined
}

/** Every clause of a query, in the order of the text. */
export function listClauses(search: SearchExpression | undefined): readonly Clause[] {
  if (search === undefined) return []
  switch (search.is) {
    case 'text':
      return []
    case 'clause':
      return [search]
    case 'all':
    case 'any':
      return search.of.flatMap(listClauses)
    case 'relation':
      return [search.left, search.right].flatMap(listClauses)
    default:
      return listClauses(search.of)
  }
}
