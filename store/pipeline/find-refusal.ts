import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import { StoreError } from '../store-error.ts'
import type { Ns } from '../units.ts'
import sql from './find-refusal.sql?raw'

/**
 * Finds the latest error because of which ClickHouse may have refused inserts: of the queried node, from any statement.
 *
 * @returns Its name, such as `TOO_MANY_PARTS`; `undefined` if there was none, or the user may not read `system.errors`.
 * @throws {StoreError} Any kind but `denied`.
 * @see https://clickhouse.com/docs/operations/system-tables/errors
 */
export async function findRefusal(
  store: Store,
  { sinceNs }: { sinceNs: Ns },
  signal?: AbortSignal,
): Promise<string | undefined> {
  const params = { codes: INSERT_ERROR_CODES, sinceNs, limit: 1 }
  try {
    const [latest] = await store.query({ name: 'find-refusal', sql, params, decode: row.parse }, signal)
    return latest?.name
  } catch (error) {
    if (error instanceof StoreError && error.kind === 'denied') return undefined
    throw error
  }
}

const row = z.object({ name: z.string(), latestNs: int64 })

/** @see https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const INSERT_ERROR_CODES = [
  16n, // NO_SUCH_COLUMN_IN_TABLE
  60n, // UNKNOWN_TABLE
  74n, // CANNOT_READ_FROM_FILE_DESCRIPTOR
  75n, // CANNOT_WRITE_TO_FILE_DESCRIPTOR
  76n, // CANNOT_OPEN_FILE
  81n, // UNKNOWN_DATABASE
  159n, // TIMEOUT_EXCEEDED
  164n, // READONLY
  192n, // UNKNOWN_USER
  202n, // TOO_MANY_SIMULTANEOUS_QUERIES
  210n, // NETWORK_ERROR
  225n, // NO_ZOOKEEPER
  241n, // MEMORY_LIMIT_EXCEEDED
  242n, // TABLE_IS_READ_ONLY
  243n, // NOT_ENOUGH_SPACE
  252n, // TOO_MANY_PARTS
  279n, // ALL_CONNECTION_TRIES_FAILED
  285n, // TOO_FEW_LIVE_REPLICAS
  307n, // TOO_MANY_BYTES
  497n, // ACCESS_DENIED
  516n, // AUTHENTICATION_FAILED
  999n, // KEEPER_EXCEPTION
]
