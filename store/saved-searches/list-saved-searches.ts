import { z } from 'zod'
import { nameAuthor } from '../accounts/name-author.ts'
import { parseJson } from '../parse-json.ts'
import type { Store } from '../store.ts'
import sql from './list-saved-searches.sql?raw'
import { MAX_SAVED_SEARCHES, type SearchPage, savedSearchSchema } from './saved-search.ts'

export interface SavedSearch {
  readonly id: string
  readonly page: SearchPage
  readonly name: string
  /** Of the address, without `?`. */
  readonly params: string
  /** Who saved it; '' if unknown. */
  readonly who: string
}

/**
 * Lists saved searches.
 *
 * @returns By name, then by id, of all pages; at most 500.
 * @throws {StoreError} Any kind.
 */
export async function listSavedSearches(
  store: Store,
  _: Readonly<Record<never, never>>,
  signal?: AbortSignal,
): Promise<SavedSearch[]> {
  const statement = { name: 'list-saved-searches', sql, params: { limit: MAX_SAVED_SEARCHES }, decode: row.parse }
  const rows = await store.query(statement, signal)
  return rows
    .flatMap(one => (one === undefined ? [] : { ...one, who: nameAuthor(store, one.who) }))
    .toSorted((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1))
}

/** A version that this release cannot read is left out. */
const row = z.object({ id: z.string(), value: z.string(), who: z.string() }).transform(({ id, value, who }) => {
  const read = savedSearchSchema.safeParse(parseJson(value))
  return read.success ? { id, who, ...read.data } : undefined
})
