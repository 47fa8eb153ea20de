import { parseSearch } from '../../search/parse-search.ts'
import type { Clause, ClauseKey, SearchExpression, SearchSubject } from '../../search/search.ts'
import { resolveKey } from '../../search/search-keys.ts'
import { writeClause, writeSearch } from '../../search/write-search.ts'

/**
 * A clause for a facet's value, see {@link SearchFacets}; `''` means that it is missing.
 *
 * @param isExcluded matches all others
 */
export function facetClause(facet: string, value: string, subject: SearchSubject, isExcluded = false): string {
  const key: ClauseKey = resolveKey(facet, subject) ?? { is: 'attribute', of: 'any', name: facet.replace(/^@/, '') }
  const test: Clause['test'] =
    value === '' ? { is: 'present' } : { is: 'one of', values: [{ text: value, quoted: /[*?]/.test(value) }] }
  return `${(value === '') === isExcluded ? '' : '-'}${writeClause({ key, test })}`
}

/**
 * A clause for the values of a key that match a pattern, whose * stands for any text.
 *
 * @param isExcluded matches all others
 */
export function patternClause(key: string, pattern: string, subject: SearchSubject, isExcluded = false): string {
  // One word: other signs would end it.
  const text = pattern.replaceAll(/[^*\p{L}\p{N}.,:/_-]|^-/gu, '?')
  const resolved: ClauseKey = resolveKey(key, subject) ?? { is: 'attribute', of: 'any', name: key }
  const clause = writeClause({ key: resolved, test: { is: 'one of', values: [{ text, quoted: false }] } })
  return `${isExcluded ? '-' : ''}${clause}`
}

/** Whether a search has this clause as a condition for all results. */
export function hasClause(text: string, clause: string, subject: SearchSubject): boolean {
  return partsOf(parseSearch(text, subject).search).some(part => writeSearch(part) === clause)
}

/** Adds a clause to a search, or removes it. An invalid search is only added to. */
export function toggleClause(text: string, clause: string, subject: SearchSubject): string {
  const { search, mistakes } = parseSearch(text, subject)
  if (mistakes.length > 0) return `${text} ${clause}`.trim()
  const parts = partsOf(search)
  const kept = parts.filter(part => writeSearch(part) !== clause)
  const written = kept.map(part =>
    part.is === 'any' && (kept.length > 1 || kept.length === parts.length)
      ? `(${writeSearch(part)})`
      : writeSearch(part),
  )
  return [...written, ...(kept.length === parts.length ? [clause] : [])].join(' ')
}

/** A search of what both find. Invalid ones are only put side by side. */
export function joinSearches(text: string, other: string, subject: SearchSubject): string {
  const searches = [text, other].map(one => parseSearch(one, subject))
  if (searches.some(({ mistakes }) => mistakes.length > 0)) return `${text} ${other}`.trim()
  return writeSearch({ is: 'all', of: searches.flatMap(({ search }) => partsOf(search)) })
}

function partsOf(search: SearchExpression | undefined): readonly SearchExpression[] {
  if (search === undefined) return []
  return search.is === 'all' ? search.of : [search]
}
