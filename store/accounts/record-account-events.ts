import { TABLES } from '../schema/tables/table-names.ts'
import type { Store } from '../store.ts'
import { decimalSeconds } from '../units.ts'
import type { StoredAccountEvent } from './list-account-events.ts'

/**
 * Adds events, all or none. One with the subject, time and id of a stored event replaces it.
 *
 * @throws {StoreError} When they may not have been stored.
 */
export async function recordAccountEvents(store: Store, events: readonly StoredAccountEvent[]): Promise<void> {
  const rows = events.map(({ subject, atNs, id, what, sealed }) => ({
    Subject: subject,
    At: decimalSeconds(atNs),
    Id: id,
    What: what,
    Sealed: sealed,
  }))
  await store.insertRows({ name: 'record-account-events', table: TABLES.accountEvents, columns, rows })
}

const columns: [string, ...string[]] = ['Subject', 'At', 'Id', 'What', 'Sealed']
