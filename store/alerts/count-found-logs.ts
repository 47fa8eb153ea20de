import { bindExpressions } from '../../search/bind.ts'
import { writeConditions } from '../../search/write-conditions.ts'
import type { Store } from '../store.ts'
import sql from './count-found-logs.sql?raw'
import { type FoundInWindow, foundRow, type SearchesInWindows, windowParams } from './searches-in-windows.ts'

/**
 * Counts the log records that match searches, in some windows.
 *
 * @returns By search, then by window; none where there are none.
 * @throws {StoreError} Any kind.
 */
export function countFoundLogs(store: Store, query: SearchesInWindows, signal?: AbortSignal): Promise<FoundInWindow[]> {
  const statement = { name: 'count-found-logs', sql, params: windowParams(query), decode: foundRow.parse }
  const bound = bindExpressions(statement, bind => ({
    conditions: query.searches.map(search => writeConditions(search, 'logs', bind)).join(', '),
  }))
  return store.query(bound, signal)
}
