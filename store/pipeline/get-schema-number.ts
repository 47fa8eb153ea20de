import { z } from 'zod'
import type { Store } from '../store.ts'
import sql from './get-schema-number.sql?raw'

/** The lowest version of store/schema/ that all pages work with; get-schema-number.test.ts checks it. */
export const NEWEST_SCHEMA = 200

/**
 * Reads the schema version of the database.
 *
 * @returns The last version that was applied completely.
 * @throws {StoreError} Any kind; `unprepared` if there is none.
 */
export async function getSchemaNumber(store: Store, _: object, signal?: AbortSignal): Promise<number> {
  const statement = { name: 'get-schema-number', sql, params: { limit: 1 }, decode: row.parse }
  const [found] = await store.query(statement, signal)
  return found?.number ?? 0
}

const row = z.object({ number: z.number() })
