import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import { type Exception, exceptionRow } from './exception.ts'
import sql from './get-exception.sql?raw'

/**
 * Reads one exception.
 *
 * @param options.id 16 hex digits, as in the lists; `atNs` too.
 * @returns `undefined` if there is none, or no longer.
 * @throws {StoreError} Any kind.
 */
export async function getException(
  store: Store,
  { id, atNs }: { id: string; atNs: Ns },
  signal?: AbortSignal,
): Promise<Exception | undefined> {
  const [exception] = await store.query(
    { name: 'get-exception', sql, params: { id, atNs, limit: 1 }, decode: exceptionRow.parse },
    signal,
  )
  return exception
}
