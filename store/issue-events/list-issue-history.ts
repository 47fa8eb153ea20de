import type { z } from 'zod'
import type { Store } from '../store.ts'
import { flag } from '../units.ts'
import sql from './list-issue-history.sql?raw'
import { row as said } from './list-statements.ts'

/** A statement in an issue's log. */
export type Stated = z.infer<typeof row>

/**
 * Lists what was said of an issue, also what was taken back since.
 *
 * @param options.issues the issue and those merged into it
 * @returns At most `limit`, newest first.
 * @throws {StoreError} Any kind.
 */
export function listIssueHistory(
  store: Store,
  { issues, limit }: { issues: readonly string[]; limit: number },
  signal?: AbortSignal,
): Promise<Stated[]> {
  return store.ask({ name: 'list-issue-history', sql, params: { issues, limit }, decode: row.parse }, signal)
}

const row = said.extend({ isUndone: flag })
