import { z } from 'zod'
import { int64 } from '../columns.ts'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { DAY_MS } from '../time-units.ts'
import { type Ns, nsOfMs } from '../units.ts'
import sql from './list-rhythms.sql?raw'

/** An operation that has not run lately, and how it usually runs. */
export interface Rhythm {
  /** service.name */
  readonly service: string
  /** deployment.environment.name */
  readonly environment: string
  /** A route, or the name of the span of a job or a consumer; '' for requests without a route. */
  readonly operation: string
  readonly lastSeenNs: Ns
  /** When any operation of the service last ran in the environment. */
  readonly serviceLastSeenNs: Ns
  /** The number of operations of the service in the environment. */
  readonly serviceOperations: number
  /** The number of five minutes in which it ran. */
  readonly runs: number
  /** The median time from one run to the next. */
  readonly periodNs: Ns
  /** The number of these times, one fewer than runs, that differ little from the median. */
  readonly evenRuns: number
  /** The longest of these times but one. */
  readonly longestUsualNs: Ns
  /** The number of five minutes in which it ran in the same hours of an earlier day; the least of these days. */
  readonly leastUsual: number
  /** The number of earlier days, at most 7. */
  readonly days: number
}

interface RhythmQuery extends Omit<ScopeFilter, 'release'> {
  /** Unix milliseconds. */
  readonly nowMs: number
  /** It has not run for so long. */
  readonly leastSilenceMs: number
  /** It has run so often. */
  readonly leastRuns: number
  /** Times that differ from their median by at most this part of it are even. */
  readonly evenPart: number
}

/** Traces are kept so long by default. */
const DAYS_MS = 14 * DAY_MS

/**
 * Lists the operations that have not run lately, with their rhythm of the last fourteen days.
 *
 * @returns Those that ran last first, at most 1,000.
 * @throws {StoreError} Any kind.
 */
export function listRhythms(
  store: Store,
  { nowMs, leastSilenceMs, leastRuns, evenPart, ...scope }: RhythmQuery,
  signal?: AbortSignal,
): Promise<Rhythm[]> {
  const { service, environment, hidden } = scopeFilterParams(scope)
  const params = {
    fromNs: nsOfMs(nowMs - DAYS_MS),
    toNs: nsOfMs(nowMs),
    leastNs: nsOfMs(leastSilenceMs),
    leastRuns,
    evenPercent: Math.round(evenPart * 100),
    service,
    environment,
    hidden,
    limit: 1_000,
  }
  return store.query({ name: 'list-rhythms', sql, params, decode: row.parse }, signal)
}

const row = z.object({
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
