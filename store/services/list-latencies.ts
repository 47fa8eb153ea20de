import { z } from 'zod'
import { booleanColumn, countColumn, int64 } from '../columns.ts'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
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

/** The transactions of a service, or of one of its operations. */
export interface ComparedLatency {
  readonly service: string
  /** '' if the row is a service, or the rest of its operations. */
  readonly operation: string
  /** How many operations the row is, if it is the rest of them, without percentiles and callers' errors: those with the fewest transactions; else 0. */
  readonly others: number
  /** True if browsers sent them; of a service, if browsers alone did. */
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
  readonly by: 'service' | 'operation'
  /** 1 to 1000; of more operations the rest is one more row, or two if browsers share the service's name. */
  readonly limit: number
}

/** Up to this duration a transaction satisfies. */
const SATISFIED_NS = 500_000_000n
/** If a service or operation has more in both periods, every second, fourth, … is read. */
const MAX_ROWS = 8_192

/**
 * Lists the latencies of services or operations, now and before.
 *
 * @returns Most transactions first, the rest of the operations last; includes those with transactions in only one of the periods.
 * @throws {StoreError} Any kind.
 */
export async function listLatencies(
  store: Store,
  { comparison, by, limit, ...scope }: LatencyQuery,
  signal?: AbortSignal,
): Promise<ComparedLatency[]> {
  const { beforeNs, fromNs, toNs } = comparison
  const params = {
    beforeNs,
    fromNs,
    toNs,
    byOperation: by === 'operation' ? 1 : 0,
    most: MAX_ROWS,
    satisfiedNs: SATISFIED_NS,
    ...scopeFilterParams(scope),
    limit,
  }
  const rows = await store.query({ name: 'list-latencies', sql, params, decode: row.parse }, signal)
  const listed = rows.map(toLatency)
  return by === 'service' ? listed : [...listed, ...restOf(rows)]
}

const countsColumn = z.array(countColumn).length(8)
const percentiles = z.tuple([int64, int64, int64, int64])
const row = z.object({
  service: z.string(),
  operation: z.string(),
  isBrowser: booleanColumn,
  counts: countsColumn,
  whole: countsColumn,
  operations: countColumn,
  now: percentiles,
  before: percentiles,
  slowest: int64,
  clientErrors: countColumn,
  clientErrorStatuses: z.tuple([z.number(), z.number()]),
  oneIn: countColumn,
})
type Row = z.infer<typeof row>

function toLatency({ counts, whole: _, operations: __, now, before, ...rest }: Row): ComparedLatency {
  return { ...rest, others: 0, now: latencyOf(counts, 0, now), before: latencyOf(counts, 1, before) }
}

function latencyOf(counts: readonly number[], at: 0 | 1, [p50, p75, p95, p99]: Row['now']): TransactionLatency {
  const [requests = 0, failed = 0, satisfied = 0, tolerating = 0] = counts.filter((_, i) => i % 2 === at)
  return { requests, failed, satisfied, tolerating, p50, p75, p95, p99 }
}

/** The difference between the whole and the listed operations, of servers and of browsers. */
function restOf(rows: readonly Row[]): ComparedLatency[] {
  const NONE: Row['now'] = [0n, 0n, 0n, 0n]
  return [...Map.groupBy(rows, ({ isBrowser }) => isBrowser).values()].flatMap(of => {
    const [first] = of
    if (first === undefined || first.operations === of.length) return []
    const counts = first.whole.map((all, i) => of.reduce((left, { counts }) => left - (counts[i] ?? 0), all))
    const oneIn = Math.max(...of.map(({ oneIn }) => oneIn))
    return [
      {
        ...{ service: first.service, operation: '', others: first.operations - of.length, isBrowser: first.isBrowser },
        ...{ now: latencyOf(counts, 0, NONE), before: latencyOf(counts, 1, NONE), slowest: 0n },
        ...{ clientErrors: 0, clientErrorStatuses: [0, 0], oneIn },
      },
    ]
  })
}
