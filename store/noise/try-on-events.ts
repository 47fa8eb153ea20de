import type { Store } from '../store.ts'
import { fillConditions, type Removable, type TryQuery, toRemovable, tryParams, tryRow } from './removable.ts'
import text from './try-on-events.sql?raw'

const COLUMNS = { item: 'eventAttributes', resource: 'ResourceAttributes', name: 'eventName', kind: "''" }

/**
 * Tells which stored span events conditions would have removed.
 *
 * @throws {StoreError} Any kind; `isPatternRefused` tells that of a pattern which is none.
 */
export async function tryOnEvents(
  store: Store,
  { conditions, range }: TryQuery,
  signal?: AbortSignal,
): Promise<Removable> {
  const { sql, params: typed } = fillConditions(text, conditions, COLUMNS)
  const params = { ...typed, ...tryParams(range) }
  const question = { name: 'try-on-events', sql, params, decode: tryRow.parse, patience: 'long' as const }
  return toRemovable(await store.ask(question, signal))
}
