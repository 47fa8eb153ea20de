import type { Store } from '../store.ts'
import { fillConditions, type Removable, type TryQuery, toRemovable, tryParams, tryRow } from './removable.ts'
import text from './try-on-logs.sql?raw'

const COLUMNS = { item: 'LogAttributes', resource: 'ResourceAttributes', name: "''", kind: "''" }

/**
 * Tells which stored log records conditions would have removed.
 *
 * @throws {StoreError} Any kind; `isPatternRefused` tells that of a pattern which is none.
 */
export async function tryOnLogs(
  store: Store,
  { conditions, range }: TryQuery,
  signal?: AbortSignal,
): Promise<Removable> {
  const { sql, params: typed } = fillConditions(text, conditions, COLUMNS)
  const params = { ...typed, ...tryParams(range) }
  const question = { name: 'try-on-logs', sql, params, decode: tryRow.parse, patience: 'long' as const }
  return toRemovable(await store.ask(question, signal))
}
