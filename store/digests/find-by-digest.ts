import { type Exception, exceptionRow } from '../exceptions/exception.ts'
import type { Store } from '../store.ts'
import sql from './find-by-digest.sql?raw'

/** How far before the newest occurrence others are looked for. */
const WITHIN_SECONDS = 24 * 3600
/** The newest alone is where the table of digests says, or a little before: that may have the time of an event, and its log be older. */
const NEWEST_WITHIN_SECONDS = 600

/**
 * Finds the newest exceptions with a digest, with stack, causes and everything else that is kept of them. How often there were more, and when
 * the first, `getDigestRecord` knows, also when these have expired.
 *
 * @param options.limit 1 to 100: how many of the newest exceptions, within a day of the newest.
 * @returns Newest first; empty for a digest that was never seen and for one whose records have expired.
 * @throws {StoreError} Any kind.
 */
export function findByDigest(
  store: Store,
  { digest, limit = 1 }: { digest: string; limit?: number },
  signal?: AbortSignal,
): Promise<Exception[]> {
  const params = { digest, withinSeconds: limit === 1 ? NEWEST_WITHIN_SECONDS : WITHIN_SECONDS, limit }
  return store.query({ name: 'find-by-digest', sql, params, decode: exceptionRow.parse }, signal)
}
