import type { Store } from '../store.ts'
import { fillConditions, type Removable, type TryQuery, toRemovable, tryParams, tryRow } from './removable.ts'
import text from './try-on-spans.sql?raw'

const COLUMNS = { item: 'SpanAttributes', resource: 'ResourceAttributes', name: 'SpanName', kind: 'SpanKind' }

/**
 * Tells which stored spans conditions would have removed.
 *
 * @throws {StoreError} Any kind; `isPatternRefused` tells that of a pattern which is none.
 */
export async function tryOnSpans(
  store: Store,
  { conditions, range }: TryQuery,
  signal?: AbortSignal,
): Promise<Removable> {
  const { sql, params: typed } = fillConditions(text, conditions, COLUMNS)
  const params = { ...typed, ...tryParams(range) }
  const question = { name: 'try-on-spans', sql, params, decode: tryRow.parse, patience: 'long' as const }
  return toRemovable(await store.ask(question, signal))
}
