import { z } from 'zod'
import type { Store } from '../store.ts'
import sql from './get-schema-number.sql?raw'

/** The version of store/schema/, without which some page cannot be answered; get-schema-number.test.ts holds that it is. */
export const NEWEST_SCHEMA = 104

/**
 * Reads which schema the database has.
 *
 * @returns The version that was applied whole.
 * @throws {StoreError} Any kind; `unprepared` where there is none.
 */
export async function getSchemaNumber(store: Store, _: object, signal?: AbortSignal): Promise<number> {
  const statement = { name: 'get-schema-number', sql, params: { limit: 1 }, decode: row.parse }
  const [found] = await store.query(statement, signal)
  return found?.number ?? 0
}

const row = z.object({ number: z.number() })
