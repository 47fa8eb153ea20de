import { z } from 'zod'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { booleanColumn, countColumn, int64, type Ns } from '../units.ts'
import sql from './list-latencies.sql?raw'

/** The transactions of a period. */
export interface TransactionLatency {
  /** Number of transactions; an estimate unless `oneIn` is 1, as are the next three. */
  readonly requests: number
  readonly failed: number
  /** Fast enough, and not failed. */
  readonly satisfied: number
  /** Up to four times slower, and not failed. */
  readonly tolerating: number
  /** Percentiles; 0 without transactions. */
  readonly p50: Ns
  readonly p75: Ns
  readonly p95: Ns
  readonly p99: Ns
}

/** The transactions of a service, or of one of its routes. */
export interface ComparedLatency {
  readonly service: string
  /** '' if the row is a service, and for transactions without a route. */
  readonly route: string
  /** Whether browsers sent them; of a service, whether browsers alone did. */
  readonly isBrowser: boolean
  readonly now: TransactionLatency
  readonly before: TransactionLatency
  /** The longest of now that was read; 0 without transactions. */
  readonly slowest: Ns
  /** Failed ones of now with an HTTP status of 400 to 499, such as a declined card: an estimate unless `oneIn` is 1. */
  readonly clientErrors: number
  /** Their lowest and their highest status; both 0 without any. */
  readonly clientErrorStatuses: readonly [lowest: number, highest: number]
  /** One transaction in so many was read; 1 if all were. */
  readonly oneIn: number
}

interface LatencyQuery extends ScopeFilter {
  readonly comparison: Pick<ComparedPeriods, 'beforeNs' | 'fromNs' | 'toNs'>
  readonly by: 'service' | 'route'
  /** 1 to 1000. */
  readonly limit: number
}

/** Up to this duration a transaction satisfies. */
const SATISFIED_NS = 500_000_000n
/** If a service or route has more in both periods, every second, fourth, … is read. */
const MAX_ROWS = 8_192

/**
 * Lists the latencies of services or routes, now and before.
 *
 * @returns Most requests first; includes those with requests in only one of the periods.
 * @throws {StoreError} Any kind.
 */
export function listLatencies(
  store: Store,
  { comparison, by, limit, ...scope }: LatencyQuery,
  signal?: AbortSignal,
): Promise<ComparedLatency[]> {
  const { beforeNs, fromNs, toNs } = comparison
  const params = {
    beforeNs,
    fromNs,
    toNs,
    byRoute: by === 'route' ? 1 : 0,
    most: MAX_ROWS,
    satisfiedNs: SATISFIED_NS,
    ...scopeFilterParams(scope),
    limit,
  }
  return store.query({ name: 'list-latencies', sql, params, decode: row.parse }, signal)
}

const countPairColumn = z.tuple([countColumn, countColumn])
const percentiles = z.tuple([int64, int64, int64, int64])
const row = z
  .object({
    service: z.string(),
    route: z.string(),
    isBrowser: booleanColumn,
    requests: countPairColumn,
    failed: countPairColumn,
    satisfied: countPairColumn,
    tolerating: countPairColumn,
    now: percentiles,
    before: percentiles,
    slowest: int64,
    clientErrors: countColumn,
    clientErrorStatuses: z.tuple([z.number(), z.number()]),
    oneIn: countColumn,
  })
  .transform(({ service, route, now, before, requests, failed, satisfied, tolerating, ...rest }): ComparedLatency => {
    const latency = (at: 0 | 1, [p50, p75, p95, p99]: readonly [Ns, Ns, Ns, Ns]): TransactionLatency => ({
      requests: requests[at],
      failed: failed[at],
      satisfied: satisfied[at],
      tolerating: tolerating[at],
      p50,
      p75,
      p95,
      p99,
    })
    return { service, route, now: latency(0, now), before: latency(1, before), ...rest }
  })
