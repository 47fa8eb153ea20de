import { z } from 'zod'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { HOUR_S, SECOND_NS } from '../time-units.ts'
import type { Ns } from '../units.ts'
import { BUCKET_S, bucketsBefore, bucketsOfEarlierDays } from './five-minutes.ts'
import sql from './list-operation-changes.sql?raw'

export interface OperationChange {
  readonly service: string
  readonly operation: string
  /** The period as a whole is compared with the previous one, or its last hour with what is usual at this hour. */
  readonly baseline: 'previous period' | 'usual hour'
  /** 75th percentile of the transactions' durations. */
  readonly nowNs: Ns
  readonly beforeNs: Ns
  /** Transactions now and before, estimated if not all were read. */
  readonly count: number
  readonly countBefore: number
  /** One in so many transactions was read; 1 if all were. */
  readonly thinnedBy: number
}

/** If there are more, every second, fourth, … is read. */
const MAX_ROWS = 20_000

interface OperationChangesQuery extends ScopeFilter {
  readonly comparison: ComparedPeriods
  /** Smaller increases are left out. */
  readonly leastNs: Ns
  /** Operations with fewer transactions on either side are left out. */
  readonly leastRows: number
  /** 1 to 100 */
  readonly limit: number
}

/**
 * Lists the operations whose latency has increased: in the period, or in its last hour against the hours right before and the same hour of
 * seven earlier days. Of both, the larger increase.
 *
 * @returns Largest ratio first.
 * @throws {StoreError} Any kind.
 */
export function listOperationChanges(
  store: Store,
  { comparison, leastNs, leastRows, limit, ...filter }: OperationChangesQuery,
  signal?: AbortSignal,
): Promise<OperationChange[]> {
  const { beforeNs, fromNs, toNs } = comparison
  const params = {
    beforeNs,
    fromNs,
    toNs,
    ...usualHours(comparison),
    leastNs,
    leastRows,
    maxRows: MAX_ROWS,
    ...scopeFilterParams(filter),
    limit,
  }
  return store.query({ name: 'list-operation-changes', sql, params, decode: row.parse }, signal)
}

/** A change that lasts longer is no longer news. */
const HOURS_RIGHT_BEFORE = 3

/** Five minutes of the last hour of a period, of the same hour of seven earlier days, and of the hours right before. */
function usualHours({ fromNs, lastedNs }: ComparedPeriods) {
  const endS = ceilToBucketS(fromNs + lastedNs)
  const lengthS = Math.min(HOUR_S, Math.max(BUCKET_S, endS - ceilToBucketS(fromNs)))
  const rightBefore = bucketsBefore(endS - lengthS, HOURS_RIGHT_BEFORE * lengthS)
  return {
    recent: bucketsBefore(endS, lengthS),
    usual: [...rightBefore, ...bucketsOfEarlierDays(endS, lengthS)],
  }
}

const ceilToBucketS = (ns: Ns) => Math.ceil(Number(ns / SECOND_NS) / BUCKET_S) * BUCKET_S

const pair = z.tuple([z.number(), z.number()])
const row = z
  .object({
    service: z.string(),
    operation: z.string(),
    ofPeriods: pair,
    ofHours: pair,
    sampledOfPeriods: pair,
    sampledOfHours: pair,
    thinnedBy: pair,
    isSlower: pair,
  })
  .transform(
    ({
      service,
      operation,
      ofPeriods,
      ofHours,
      sampledOfPeriods,
      sampledOfHours,
      thinnedBy,
      isSlower,
    }): OperationChange => {
      const periods = {
        baseline: 'previous period',
        values: ofPeriods,
        sampled: sampledOfPeriods,
        by: thinnedBy[0],
      } as const
      const hours = { baseline: 'usual hour', values: ofHours, sampled: sampledOfHours, by: thinnedBy[1] } as const
      const ratioOf = ([now, before]: readonly [number, number]) => now / Math.max(1, before)
      const isOfHours = isSlower[1] === 1 && (isSlower[0] === 0 || ratioOf(ofHours) > ratioOf(ofPeriods))
      const { baseline, values, sampled, by } = isOfHours ? hours : periods
      return {
        service,
        operation,
        baseline,
        nowNs: BigInt(Math.round(values[0])),
        beforeNs: BigInt(Math.round(values[1])),
        count: sampled[0] * by,
        countBefore: sampled[1] * by,
        thinnedBy: by,
      }
    },
  )
