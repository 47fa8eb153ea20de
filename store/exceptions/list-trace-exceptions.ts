import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import { type ExceptionSummary, exceptionSummaryRow } from './exception-summary.ts'
import sql from './list-trace-exceptions.sql?raw'

/**
 * Lists the exceptions of a trace, including those whose spans were dropped or have expired.
 *
 * @param options.limit 1 to 1000.
 * @returns Oldest first; an empty array if it has none.
 * @throws {StoreError} Any kind.
 */
export function listTraceExceptions(
  store: Store,
  { traceId, limit = 500 }: { traceId: TraceId; limit?: number },
  signal?: AbortSignal,
): Promise<ExceptionSummary[]> {
  return store.query(
    { name: 'list-trace-exceptions', sql, params: { traceId, limit }, decode: exceptionSummaryRow.parse },
    signal,
  )
}
