import { bindExpressions } from '../../search/bind.ts'
import { writeConditions } from '../../search/write-conditions.ts'
import type { Store } from '../store.ts'
import sql from './count-found-exceptions.sql?raw'
import { type FoundInWindow, foundRow, type SearchesInWindows, windowParams } from './searches-in-windows.ts'

/**
 * Counts the exceptions that match searches, in some windows.
 *
 * @returns By search, then by window; none where there are none.
 * @throws {StoreError} Any kind.
 */
export function countFoundExceptions(
  store: Store,
  query: SearchesInWindows,
  signal?: AbortSignal,
): Promise<FoundInWindow[]> {
  const statement = { name: 'count-found-exceptions', sql, params: windowParams(query), decode: foundRow.parse }
  const bound = bindExpressions(statement, bind => ({
    conditions: query.searches.map(search => writeConditions(search, 'exceptions', bind)).join(', '),
  }))
  return store.query(bound, signal)
}
