import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './get-digest-record.sql?raw'

/** What is known about a digest for longer than its records are kept. */
export interface DigestRecord {
  readonly digest: string
  readonly firstSeenNs: Ns
  readonly lastSeenNs: Ns
  /** Exact up to about 50,000 a day, an estimate beyond. */
  readonly occurrences: number
  /** In alphabetical order. */
  readonly services: readonly string[]
  /** '' if the latest occurrence had no trace. This and the next three are those of the latest occurrence. */
  readonly latestTraceId: string
  readonly type: string
  readonly route: string
  readonly release: string
}

/**
 * Looks a digest up among all that were seen within their retention.
 *
 * @returns `undefined` for a digest that was never seen, or not yet.
 * @throws {StoreError} Any kind.
 */
export async function getDigestRecord(
  store: Store,
  { digest }: { digest: string },
  signal?: AbortSignal,
): Promise<DigestRecord | undefined> {
  const [record] = await store.query(
    { name: 'get-digest-record', sql, params: { digest, limit: 1 }, decode: row.parse },
    signal,
  )
  return record
}

const row = z.object({
  digest: z.string(),
  firstSeenNs: int64,
  lastSeenNs: int64,
  occurrences: countColumn,
  services: z.array(z.string()),
  latestTraceId: z.string(),
  type: z.string(),
  route: z.string(),
  release: z.string(),
})
