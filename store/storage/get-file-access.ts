import { z } from 'zod'
import type { Store } from '../store.ts'
import sql from './get-file-access.sql?raw'

/**
 * Asks the database whether SQL users can read files of the machine that it runs on: in an embedded engine that is not confined they can.
 *
 * @throws {StoreError} Any kind.
 */
export async function getFileAccess(store: Store, _: object, signal?: AbortSignal): Promise<boolean> {
  const [readsFiles] = await store.query(
    { name: 'get-file-access', sql, params: { limit: 1 }, decode: value => row.parse(value).readsFiles === 1 },
    signal,
  )
  return readsFiles === true
}

const row = z.object({ readsFiles: z.literal([0, 1]) })
