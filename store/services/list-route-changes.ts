import { z } from 'zod'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-route-changes.sql?raw'

export interface RouteChange {
  readonly service: string
  readonly route: string
  /** 75th percentile of the transactions' durations. */
  readonly nowNs: Ns
  readonly beforeNs: Ns
  /** Transactions now and before, estimated if not all were read. */
  readonly count: number
  readonly countBefore: number
  /** One in so many transactions was read; 1 if all were. */
  readonly thinnedBy: number
}

/** Minimum number of transactions of a route. */
const MIN_ROWS = 20
/** If there are more, every second, fourth, … one is read. */
const MAX_ROWS = 20_000

/**
 * Lists the routes whose latency has increased.
 *
 * @param options.leastNs Smaller increases are left out.
 * @param options.limit 1 to 100
 * @returns Largest ratio first; without routes that have fewer than twenty transactions in either period.
 * @throws {StoreError} Any kind.
 */
export function listRouteChanges(
  store: Store,
  { comparison, leastNs, limit, ...filter }: ScopeFilter & { comparison: ComparedPeriods; leastNs: Ns; limit: number },
  signal?: AbortSignal,
): Promise<RouteChange[]> {
  const { beforeNs, fromNs, toNs } = comparison
  const params = {
    beforeNs,
    fromNs,
    toNs,
    leastNs,
    leastRows: MIN_ROWS,
    maxRows: MAX_ROWS,
    ...scopeFilterParams(filter),
    limit,
  }
  return store.query({ name: 'list-route-changes', sql, params, decode: row.parse }, signal)
}

const roundedNsColumn = z.number().transform(number => BigInt(Math.round(number)))
const row = z
  .object({
    service: z.string(),
    route: z.string(),
    now: roundedNsColumn,
    before: roundedNsColumn,
    sampled: z.number(),
    sampledBefore: z.number(),
    thinnedBy: z.number(),
  })
  .transform(({ now, before, sampled, sampledBefore, ...rest }) => ({
    ...rest,
    nowNs: now,
    beforeNs: before,
    count: sampled * rest.thinnedBy,
    countBefore: sampledBefore * rest.thinnedBy,
  }))
