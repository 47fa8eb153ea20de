import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Rhythm } from '../services/list-rhythms.ts'
import type { Store } from '../store.ts'
import { DAY_NS } from '../time-units.ts'
import { type Ns, nsOfMs } from '../units.ts'
import sql from './list-rhythms-at.sql?raw'

/** An operation that had not run lately at a time, and how it usually ran. */
export interface RhythmAt extends Rhythm {
  readonly atNs: Ns
}

interface RhythmsQuery {
  /** Ascending. */
  readonly times: readonly Ns[]
  /** The same parameters as those of `listRhythms`. */
  readonly leastSilenceMs: number
  readonly leastRuns: number
  readonly evenPart: number
}

/** `listRhythms` looks back as far. */
const LENGTH_NS = 14n * DAY_NS

/**
 * Lists for each time the operations of all services that had not run lately then, with their rhythm of the fourteen days before, as
 * `listRhythms` does for one time.
 *
 * @returns By time, then by service, environment and operation.
 * @throws {StoreError} Any kind.
 */
export async function listRhythmsAt(
  store: Store,
  { times, leastSilenceMs, leastRuns, evenPart }: RhythmsQuery,
  signal?: AbortSignal,
): Promise<RhythmAt[]> {
  if (times.length === 0) return []
  const params = {
    times,
    lengthNs: LENGTH_NS,
    leastNs: nsOfMs(leastSilenceMs),
    leastRuns,
    evenPercent: Math.round(evenPart * 100),
    limit: 1_000_000,
  }
  return await store.query({ name: 'list-rhythms-at', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  atNs: int64,
  service: z.string(),
  environment: z.string(),
  operation: z.string(),
  lastSeenNs: int64,
  serviceLastSeenNs: int64,
  serviceOperations: z.number(),
  runs: z.number(),
  periodNs: int64,
  evenRuns: z.number(),
  longestUsualNs: int64,
  leastUsual: z.number(),
  days: z.number(),
})
