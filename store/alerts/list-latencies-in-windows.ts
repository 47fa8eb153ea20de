import { z } from 'zod'
import { booleanColumn, countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-latencies-in-windows.sql?raw'

/** Which transactions are measured together. */
export interface LatencySelector {
  /** '' for every one, without the hidden ones; likewise the others. */
  readonly service: string
  readonly environment: string
  readonly release: string
  readonly operation: string
}

/** Selectors that watch the same windows. */
export interface LatencyGroup {
  readonly selectors: readonly LatencySelector[]
  /** Each is measured as one, by the windows of which it consists. Windows of one target do not overlap. */
  readonly targets: readonly (readonly TimeRange[])[]
}

interface LatenciesQuery {
  readonly groups: readonly LatencyGroup[]
  readonly by: 'service' | 'operation'
  readonly hidden?: readonly string[]
  readonly most: number
}

/** The transactions of a service or operation in a target. */
export interface TargetLatency {
  /** Positions in the question. */
  readonly group: number
  readonly target: number
  readonly selector: number
  readonly service: string
  /** '' if it is of a service. */
  readonly operation: string
  readonly isBrowser: boolean
  /** Estimates unless `oneIn` is 1. */
  readonly requests: number
  readonly failed: number
  /** 0 without requests. */
  readonly p50: Ns
  readonly p95: Ns
  /** One transaction in so many was read. */
  readonly oneIn: number
}

/**
 * Lists how many transactions there were in some windows, how many failed, and how long they took.
 *
 * @param query.hidden Services that only selectors with their name measure.
 * @param query.most If a service, or an operation, has more in all windows, a sample is read.
 * @returns By group, target, selector and names; none for what had no transactions.
 * @throws {StoreError} Any kind.
 */
export async function listLatenciesInWindows(
  store: Store,
  { groups, by, hidden = [], most }: LatenciesQuery,
  signal?: AbortSignal,
): Promise<TargetLatency[]> {
  const targets = groups.flatMap(({ targets }, group) => targets.map((windows, target) => ({ group, target, windows })))
  const selectors = groups.flatMap(({ selectors }, group) =>
    selectors.map((of, selector) => ({ ...of, group, selector })),
  )
  const windows = targets.flatMap(({ group, windows }, at) => windows.map(range => ({ ...range, group, at })))
  if (windows.length === 0 || selectors.length === 0) return []
  const params = {
    targets: windows.map(({ at }) => BigInt(at)),
    fromNs: windows.map(({ from }) => from),
    toNs: windows.map(({ to }) => to),
    groups: windows.map(({ group }) => BigInt(group)),
    services: selectors.map(({ service }) => service),
    environments: selectors.map(({ environment }) => environment),
    releases: selectors.map(({ release }) => release),
    operations: selectors.map(({ operation }) => operation),
    groupOf: selectors.map(({ group }) => BigInt(group)),
    byOperation: by === 'operation' ? 1 : 0,
    hidden,
    most,
    limit: 1_000_000,
  }
  const rows = await store.query({ name: 'list-latencies-in-windows', sql, params, decode: row.parse }, signal)
  return rows.map(({ target, selector, percentiles: [p50, p95], ...of }) => ({
    ...of,
    group: targets[target]?.group ?? 0,
    target: targets[target]?.target ?? 0,
    selector: selectors[selector - 1]?.selector ?? 0,
    p50,
    p95,
  }))
}

const row = z.object({
  target: z.number(),
  selector: z.number(),
  service: z.string(),
  operation: z.string(),
  isBrowser: booleanColumn,
  requests: countColumn,
  failed: countColumn,
  percentiles: z.tuple([int64, int64]),
  oneIn: countColumn,
})
