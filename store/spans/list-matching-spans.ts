import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import type { SearchExpression } from '../../search/search.ts'
import { writeSpanConditions } from '../../search/write-trace-conditions.ts'
import type { Store } from '../store.ts'
import type { TimeRange, TraceId } from '../units.ts'
import sql from './list-matching-spans.sql?raw'

interface MatchingSpansQuery {
  readonly traceId: TraceId
  readonly search: SearchExpression
  /** When the trace began and when its last span did. */
  readonly range: TimeRange
  /** 1 to 10,000. */
  readonly limit: number
}

interface MatchingSpan {
  readonly spanId: string
  readonly service: string
}

/**
 * Lists the spans of a trace that match a search.
 *
 * @returns Oldest first.
 * @throws {StoreError} Any kind.
 */
export async function listMatchingSpans(
  store: Store,
  { traceId, search, range, limit }: MatchingSpansQuery,
  signal?: AbortSignal,
): Promise<MatchingSpan[]> {
  const statement = { name: 'list-matching-spans', sql, params: { traceId, limit }, decode: row.parse }
  const bound = bindExpressions(statement, bind => ({ search: writeSpanConditions(search, { range, bind }) }))
  return await store.query(bound, signal)
}

const row = z.object({ spanId: z.string(), service: z.string() })
