import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import { SECOND_NS } from '../time-units.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './count-crashes-in-windows.sql?raw'

/** The sessions of a release in a window. */
export interface CrashesInWindow {
  /** Position in the question. */
  readonly window: number
  readonly service: string
  readonly release: string
  /** '' for all together. */
  readonly environment: string
  readonly sessions: number
  /** Sessions with an unhandled exception or a failed page. */
  readonly crashed: number
}

/** Sessions are counted in so many minutes. */
export const SESSION_BUCKET_MS = 10_800_000
const BUCKET_NS = 10_800_000_000_000n

/**
 * Counts the sessions of releases in some windows, and those that crashed, as `listReleaseSessions` does: by the three hours that each window
 * touches.
 *
 * @returns By window, then by service, release and environment.
 * @throws {StoreError} Any kind.
 */
export async function countCrashesInWindows(
  store: Store,
  { windows }: { readonly windows: readonly TimeRange[] },
  signal?: AbortSignal,
): Promise<CrashesInWindow[]> {
  const parts = windows.flatMap((range, window) => startsIn(range).map(start => ({ start, window: BigInt(window) })))
  if (parts.length === 0) return []
  const params = { starts: parts.map(({ start }) => start), windows: parts.map(({ window }) => window), limit: 100_000 }
  return await store.query({ name: 'count-crashes-in-windows', sql, params, decode: row.parse }, signal)
}

function startsIn({ from, to }: TimeRange): Ns[] {
  const starts: Ns[] = []
  for (let start = from - (from % BUCKET_NS); start < to; start += BUCKET_NS) starts.push(start / SECOND_NS)
  return starts
}

const row = z.object({
  window: z.number(),
  service: z.string(),
  release: z.string(),
  environment: z.string(),
  sessions: countColumn,
  crashed: countColumn,
})
