import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import type { DropFilter } from './list-drops.ts'
import sql from './list-drops-by.sql?raw'

/** How much the drop rules removed of one service, route, release or environment. */
export interface DropsByName {
  /** '' if unknown. */
  readonly name: string
  /** Distinct spans, span events and log records. */
  readonly removed: number
}

interface DropsByQuery extends DropFilter {
  /** As in {@link RuleDrops}; '' for every rule. @default '' */
  readonly rule?: string
  /** Compared with the items' timestamps, by whole minutes. */
  readonly range: TimeRange
  /** Of each kind, 1 to 500. */
  readonly limit: number
}

/** Drops of one kind, which add up to all that were removed. */
export interface DropsOfKind {
  /** Most first, then by name; empty if nothing was removed. */
  readonly rows: readonly DropsByName[]
  /** What is beyond the limit. */
  readonly others: { readonly names: number; readonly removed: number }
}

export type DropsBreakdown = Readonly<Record<(typeof BREAKDOWN_DIMENSIONS)[number], DropsOfKind>>

const BREAKDOWN_DIMENSIONS = ['service', 'route', 'release', 'environment'] as const

/**
 * Lists whose telemetry the drop rules removed.
 *
 * @throws {StoreError} Any kind.
 */
export async function listDropsBy(
  store: Store,
  { rule = '', service = '', release = '', environment = '', hidden = [], range, limit: most }: DropsByQuery,
  signal?: AbortSignal,
): Promise<DropsBreakdown> {
  const narrowed = { rule, service, release, environment, hidden, fromNs: range.from, toNs: range.to }
  const params = { ...narrowed, most, limit: BREAKDOWN_DIMENSIONS.length * most }
  const rows = await store.query({ name: 'list-drops-by', sql, params, decode: row.parse }, signal)
  const of = (kind: (typeof BREAKDOWN_DIMENSIONS)[number]): DropsOfKind => {
    const own = rows.filter(({ by }) => by === kind)
    const { total = 0, others = 0 } = own[0] ?? {}
    const removed = total - own.reduce((sum, row) => sum + row.removed, 0)
    return { rows: own.map(({ name, removed }) => ({ name, removed })), others: { names: others, removed } }
  }
  return { service: of('service'), route: of('route'), release: of('release'), environment: of('environment') }
}

const row = z.object({
  by: z.enum(BREAKDOWN_DIMENSIONS),
  name: z.string(),
  removed: countColumn,
  total: countColumn,
  others: countColumn,
})
