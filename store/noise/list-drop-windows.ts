import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-drop-windows.sql?raw'

/** What was stored and dropped in a time window. */
export interface DropWindow {
  /** Spans and log records. Within 5 %. */
  readonly stored: number
  /** Distinct spans, span events and log records by rule; no entry for rules without drops. */
  readonly removed: ReadonlyMap<string, number>
}

/**
 * Lists for each time window how much was stored and how much each drop rule removed.
 *
 * @param options.windows Whole five minutes each.
 * @param options.hidden Services whose drops do not count.
 * @returns As many as `windows`, in their order.
 * @throws {StoreError} Any kind.
 */
export async function listDropWindows(
  store: Store,
  { windows, hidden = [] }: { windows: readonly TimeRange[]; hidden?: readonly string[] },
  signal?: AbortSignal,
): Promise<DropWindow[]> {
  const params = { fromNs: windows.map(({ from }) => from), toNs: windows.map(({ to }) => to), hidden, limit: 10_000 }
  const rows = await store.query({ name: 'list-drop-windows', sql, params, decode: row.parse }, signal)
  return windows.map((_, i) => {
    const mine = rows.filter(({ window }) => window === i + 1)
    return {
      stored: mine.find(({ rule }) => rule === '')?.items ?? 0,
      removed: new Map(mine.filter(({ rule }) => rule !== '').map(({ rule, items }) => [rule, items])),
    }
  })
}

const row = z.object({ window: z.number(), rule: z.string(), items: countColumn })
