import { type Exception, exceptionRow } from '../exceptions/exception.ts'
import type { Store } from '../store.ts'
import sql from './find-by-digest.sql?raw'
import { type DigestRecord, getDigestRecord } from './get-digest-record.ts'

export interface DigestFinding {
  /** `undefined` for a digest that was never seen, or not yet. */
  readonly record: DigestRecord | undefined
  /** The newest exceptions, newest first; empty when the records have expired or never came. */
  readonly exceptions: readonly Exception[]
}

/** How far before the newest occurrence others are looked for. The newest alone is where the table of digests says. */
const WITHIN_SECONDS = 24 * 3600

/**
 * Finds what a visitor's digest stands for: stack and causes of the newest exceptions, first and last seen, how often, the latest trace.
 *
 * @param options.limit 1 to 100: how many of the newest exceptions, within a day of the newest.
 * @returns Both empty for a digest that was never seen; a record without exceptions when those have expired.
 * @throws {StoreError} Any kind.
 */
export async function findByDigest(
  store: Store,
  { digest, limit = 1 }: { digest: string; limit?: number },
  signal?: AbortSignal,
): Promise<DigestFinding> {
  const params = { digest, withinSeconds: limit === 1 ? 0 : WITHIN_SECONDS, limit }
  const [record, exceptions] = await Promise.all([
    getDigestRecord(store, { digest }, signal),
    store.ask({ sql, params, decode: exceptionRow.parse }, signal),
  ])
  return { record, exceptions }
}
