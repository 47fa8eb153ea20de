import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, type TimeRange } from '../units.ts'
import type { DropNarrowing } from './list-drops.ts'
import sql from './list-drops-by.sql?raw'

/** How much of one service, route or release the drop rules removed. */
export interface DropsOf {
  /** '' where it was not told. */
  readonly name: string
  /** Spans, span events and log records, each once. */
  readonly removed: number
}

interface DropsByQuery extends DropNarrowing {
  readonly by: 'service' | 'route' | 'release'
  /** As in {@link RuleDrops}; '' for every rule. @default '' */
  readonly rule?: string
  /** Compared with the things' own time, by whole minutes. */
  readonly range: TimeRange
  /** 1 to 500. */
  readonly limit: number
}

/**
 * Tells whose telemetry the drop rules removed.
 *
 * @returns Most first, then by name; an empty array when nothing was removed.
 * @throws {StoreError} Any kind.
 */
export function listDropsBy(
  store: Store,
  { by, rule = '', service = '', release = '', hidden = [], range, limit }: DropsByQuery,
  signal?: AbortSignal,
): Promise<DropsOf[]> {
  const params = { by, rule, service, release, hidden, fromNs: range.from, toNs: range.to, limit }
  return store.ask({ name: 'list-drops-by', sql, params, decode: row.parse }, signal)
}

const row = z.object({ name: z.string(), removed: count })
