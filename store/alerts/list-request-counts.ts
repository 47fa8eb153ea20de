import { z } from 'zod'
import { booleanColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import { REQUEST_BUCKETS } from '../stored-parts.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-request-counts.sql?raw'
import { divideWindows } from './window-parts.ts'

/** The transactions of a service in some windows, by the pieces that these consist of. */
export interface RequestCounts {
  readonly service: string
  readonly environment: string
  readonly release: string
  /** True if browsers sent them; they saw what a service answered. */
  readonly isBrowser: boolean
  /** Unix seconds, ascending. A piece is in a window as a whole, or not at all. */
  readonly starts: readonly number[]
  /** At the same positions: transactions, exact to about 200 in a piece, within 5 % beyond; and those that failed. */
  readonly requests: readonly number[]
  readonly failed: readonly number[]
}

/**
 * Lists the transactions of all services in the pieces of some windows. For the number of a window its pieces are added, so that any number of
 * windows is one query.
 *
 * @param options.windows Whole minutes. They may overlap.
 * @returns By service, environment and release, servers first; without those that had none.
 * @throws {StoreError} Any kind.
 */
export async function listRequestCounts(
  store: Store,
  { windows }: { readonly windows: readonly TimeRange[] },
  signal?: AbortSignal,
): Promise<RequestCounts[]> {
  if (windows.length === 0) return []
  const { starts, divided } = divideWindows(windows, REQUEST_BUCKETS)
  const params = {
    starts180: starts.get(180n) ?? [],
    starts30: starts.get(30n) ?? [],
    starts5: starts.get(5n) ?? [],
    divided,
    limit: 100_000,
  }
  return await store.query({ name: 'list-request-counts', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  service: z.string(),
  environment: z.string(),
  release: z.string(),
  isBrowser: booleanColumn,
  starts: z.array(z.number()),
  requests: z.array(z.number()),
  failed: z.array(z.number()),
})
