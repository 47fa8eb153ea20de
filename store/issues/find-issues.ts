import { z } from 'zod'
import { limitToParameter } from '../issue-events/fit-parameter.ts'
import { type Merges, mergeParams } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import sql from './find-issues.sql?raw'

/** Names that go into a further query, of which the first are taken that it can hold. */
const MOST = 10_000

interface Wanted {
  readonly merges: Merges
  /** '' for any, as of the next. */
  readonly route: string
  /** Found anywhere in the type or message, in any case. */
  readonly text: string
}

/**
 * Finds issues by what their latest exception was.
 *
 * @returns At most as many as a further query can name: some 5,800.
 * @throws {StoreError} Any kind.
 */
export async function findIssues(
  store: Store,
  { merges, route, text }: Wanted,
  signal?: AbortSignal,
): Promise<string[]> {
  const params = { route, text, ...mergeParams(merges), limit: MOST }
  const rows = await store.query({ name: 'find-issues', sql, params, decode: row.parse }, signal)
  return limitToParameter(rows, ({ issue }) => issue).map(({ issue }) => issue)
}

const row = z.object({ issue: z.string() })
