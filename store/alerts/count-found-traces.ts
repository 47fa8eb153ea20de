import { bindExpressions } from '../../search/bind.ts'
import { writeSpanConditions } from '../../search/write-trace-conditions.ts'
import type { Store } from '../store.ts'
import sql from './count-found-traces.sql?raw'
import {
  type FoundInWindow,
  foundRow,
  rangeOfWindows,
  type SearchesInWindows,
  windowParams,
} from './searches-in-windows.ts'

/**
 * Counts the traces with spans that match searches, in some windows.
 *
 * @returns By search, then by window; none where there are none.
 * @throws {StoreError} Any kind.
 */
export function countFoundTraces(
  store: Store,
  query: SearchesInWindows,
  signal?: AbortSignal,
): Promise<FoundInWindow[]> {
  const range = rangeOfWindows(query)
  const statement = { name: 'count-found-traces', sql, params: windowParams(query), decode: foundRow.parse }
  const bound = bindExpressions(statement, bind => ({
    conditions: query.searches.map(search => writeSpanConditions(search, { range, bind })).join(', '),
  }))
  return store.query(bound, signal)
}
