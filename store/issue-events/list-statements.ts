import { z } from 'zod'
import type { Store } from '../store.ts'
import { int64 } from '../units.ts'
import type { Said } from './derive-state.ts'
import sql from './list-statements.sql?raw'

/**
 * Lists what was last said of each matter of the issues that anything was said of, without what was taken back.
 *
 * @param options.issues empty for all
 * @returns By issue; an issue's by matter. A value of '' takes an older one back.
 * @throws {StoreError} Any kind.
 */
export async function listStatements(
  store: Store,
  { issues = [] }: { issues?: readonly string[] },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, readonly Said[]>> {
  const params = { issues, limit: 200_000 }
  const rows = await store.ask({ name: 'list-statements', sql, params, decode: row.parse }, signal)
  return Map.groupBy(rows, ({ issue }) => issue)
}

/** Decodes what somebody said. */
export const row = z.object({
  issue: z.string(),
  what: z.enum(['acknowledged', 'owner', 'note', 'muted', 'resolved', 'merged', 'rule', 'undo']),
  value: z.string(),
  who: z.string(),
  atNs: int64,
  batch: z.string(),
})
