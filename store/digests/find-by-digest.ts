import { type ExceptionSummary, exceptionSummaryRow } from '../exceptions/exception-summary.ts'
import type { Store } from '../store.ts'
import sql from './find-by-digest.sql?raw'

/**
 * Finds the newest exception with a digest. `getDigestRecord` has the total and the first occurrence, even if all have
 * expired.
 *
 * @returns `undefined` for a digest that was never seen and for one whose records have expired.
 * @throws {StoreError} Any kind.
 */
export async function findByDigest(
  store: Store,
  { digest }: { digest: string },
  signal?: AbortSignal,
): Promise<ExceptionSummary | undefined> {
  const statement = { name: 'find-by-digest', sql, params: { digest, limit: 1 }, decode: exceptionSummaryRow.parse }
  const [exception] = await store.query(statement, signal)
  return exception
}
