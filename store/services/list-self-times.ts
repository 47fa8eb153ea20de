import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import type { TraceSample } from './list-calls.ts'
import sql from './list-self-times.sql?raw'

/** Self time of a span name or database statement. */
export interface SelfTime {
  /** A span name, or a database statement without its literals. */
  readonly value: string
  /** server.address of client spans whose name is only an HTTP method, else ''. */
  readonly target: string
  /** db.system.name; '' if it is no database call. */
  readonly system: string
  /** Number of spans; an estimate if not all traces were read. */
  readonly count: number
  /** Duration without the time in which children of the same service run, summed over all spans. */
  readonly selfNs: Ns
  /** Two standard errors of `selfNs`, as a share of it; 0 if all traces were read. */
  readonly error: number
  /** 95th percentile of the durations. */
  readonly p95: Ns
  /** The greatest self time of one span. */
  readonly longestNs: Ns
}

export interface SelfTimes {
  /** By span name, longest self time first. */
  readonly names: readonly SelfTime[]
  /** By database statement, in the same order. */
  readonly statements: readonly SelfTime[]
  /** Self time of all spans of the service. */
  readonly totalNs: Ns
  readonly sample: TraceSample
}

interface SelfTimesQuery extends ScopeFilter {
  readonly range: TimeRange
  readonly service: string
  /** How many span names and how many statements: 1 to 500. @default 12 */
  readonly values?: number
}

/** If there are more, one in 4, 16, … is read. */
const MAX_TRACES = 4_096
const MAX_VALUES = 12

/**
 * Reads how a service spends its time, from whole traces.
 *
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/database/database-spans/ for `db.query.text`, `db.system.name`
 */
export async function listSelfTimes(
  store: Store,
  { range, values = MAX_VALUES, ...scope }: SelfTimesQuery,
  signal?: AbortSignal,
): Promise<SelfTimes> {
  const { service, environment, release } = scopeFilterParams(scope)
  const params = {
    fromNs: range.from,
    toNs: range.to,
    service,
    environment,
    release,
    maxTraces: MAX_TRACES,
    values,
    limit: 2 * values,
  }
  const rows = await store.query({ name: 'list-self-times', sql, params, decode: row.parse }, signal)
  const of = (kind: 'name' | 'statement') =>
    rows
      .filter(({ by }) => by === kind)
      .map(({ value, target, system, count, selfNs, error, p95, longestNs }) => ({
        value,
        target,
        system,
        count,
        selfNs,
        error,
        p95,
        longestNs,
      }))
  const [first] = rows
  return {
    names: of('name'),
    statements: of('statement'),
    totalNs: first?.totalNs ?? 0n,
    sample: { traces: first?.traces ?? 0, oneIn: first?.oneIn ?? 1 },
  }
}

const row = z.object({
  by: z.enum(['name', 'statement']),
  value: z.string(),
  target: z.string(),
  system: z.string(),
  count: countColumn,
  selfNs: int64,
  error: z.number(),
  totalNs: int64,
  p95: int64,
  longestNs: int64,
  traces: countColumn,
  oneIn: countColumn,
})
