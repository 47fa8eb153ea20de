import { type Exception, exceptionRow } from '../exceptions/exception.ts'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import sql from './find-by-trace-id.sql?raw'

/**
 * Finds the exceptions of the trace whose id a visitor was shown in place of a digest, with stack and causes.
 *
 * @param options.limit 1 to 100.
 * @returns Newest first; an empty array when it has none, or none any more.
 * @throws {StoreError} Any kind.
 */
export function findByTraceId(
  store: Store,
  { traceId, limit = 20 }: { traceId: TraceId; limit?: number },
  signal?: AbortSignal,
): Promise<Exception[]> {
  return store.query({ name: 'find-by-trace-id', sql, params: { traceId, limit }, decode: exceptionRow.parse }, signal)
}
