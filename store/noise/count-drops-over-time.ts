import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './count-drops-over-time.sql?raw'
import type { DropFilter } from './list-drops.ts'

/** How much a rule removed in a time bucket: distinct spans, span events and log records. */
export type DropCount = z.output<typeof row>

interface DropCountQuery extends DropFilter {
  /** '' for every rule. @default '' */
  readonly rule?: string
  /** Compared with the items' timestamps, by whole minutes. */
  readonly range: TimeRange
  /** Length of a bucket: whole minutes. Buckets start at multiples of it, UTC. */
  readonly stepNs: Ns
}

/**
 * Counts what the drop rules removed, by time buckets.
 *
 * @returns By rule, then by time; no row for buckets without drops.
 * @throws {StoreError} Any kind.
 */
export function countDropsOverTime(
  store: Store,
  { rule = '', service = '', release = '', environment = '', hidden = [], range, stepNs }: DropCountQuery,
  signal?: AbortSignal,
): Promise<DropCount[]> {
  const narrowed = { rule, service, release, environment, hidden, fromNs: range.from, toNs: range.to }
  const params = { ...narrowed, stepNs, limit: 100_000 }
  return store.query({ name: 'count-drops-over-time', sql, params, decode: row.parse }, signal)
}

const row = z.object({ rule: z.string(), bucketNs: int64, removed: countColumn })
