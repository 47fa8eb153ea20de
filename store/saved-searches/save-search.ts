import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { recordIssueEvents } from '../issues/record-issue-events.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import type { savedSearchSchema } from './saved-search.ts'

interface Author {
  /** '' if unknown. */
  readonly who: string
  readonly atNs: Ns
}

/**
 * Saves a search: an event in the log that issues have.
 *
 * @returns The batch of the event.
 * @throws {StoreError} When it may not have been stored.
 */
export function saveSearch(
  store: Store,
  { who, atNs, ...search }: Author & z.infer<typeof savedSearchSchema>,
): Promise<string> {
  const statements = [{ issue: randomUUID(), what: 'search', value: JSON.stringify(search) } as const]
  return recordIssueEvents(store, { who, atNs, statements })
}

/** Deletes a saved search: the log keeps who did. */
export function deleteSearch(store: Store, { who, atNs, id }: Author & { readonly id: string }): Promise<string> {
  return recordIssueEvents(store, { who, atNs, statements: [{ issue: id, what: 'search', value: '' }] })
}
