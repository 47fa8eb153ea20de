import type { Query, Store } from '../store.ts'
import { without } from '../without.ts'
import type { Merges } from './merges.ts'

/**
 * Asks what is counted by issues. Where nothing was parted, which is nearly everywhere, it is asked without the lines from `-- if parted` to `-- end`:
 * they would find nothing, but to plan them takes as long as the rest.
 *
 * @throws {StoreError} Any kind.
 */
export function askByIssue<Row>(
  store: Store,
  merges: Merges,
  question: Query<Row>,
  signal?: AbortSignal,
): Promise<Row[]> {
  const { sql } = question
  const short = merges.parts.length === 0 ? without(sql, 'parted') : sql
  return store.ask({ ...question, sql: short }, signal)
}
