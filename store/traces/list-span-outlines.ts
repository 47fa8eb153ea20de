import { z } from 'zod'
import type { TraceSpan } from '../../trace/trace-span.ts'
import { booleanColumn, int64 } from '../columns.ts'
import { writeCallee } from '../spans/describe-callee.ts'
import { nameWithCallee } from '../spans/name-with-callee.ts'
import { spanPattern } from '../spans/span-pattern.ts'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import sql from './list-span-outlines.sql?raw'

/** A span as far as the tree and the analysis of its trace need it. Its name has what it calls, if it is only an HTTP method. */
export interface SpanOutline extends TraceSpan {
  /** The first span of its transaction. */
  readonly isLocalRoot: boolean
  /** Sent by a browser. */
  readonly isBrowser: boolean
}

/**
 * Lists the spans of a trace without their attributes.
 *
 * @param options.spanId A span to include in any case.
 * @param options.limit 1 to 1,000,000: of a larger trace the wanted span, roots and failures, then the oldest.
 * @returns In no order; one that was delivered twice may be there twice; an empty array if none is stored.
 * @throws {StoreError} Any kind.
 */
export function listSpanOutlines(
  store: Store,
  { traceId, spanId = '', limit = 500_000 }: { traceId: TraceId; spanId?: string | undefined; limit?: number },
  signal?: AbortSignal,
): Promise<SpanOutline[]> {
  const params = { traceId, spanId, limit }
  return store.query({ name: 'list-span-outlines', sql, params, decode: outlineOf, timeoutMs: 20_000 }, signal)
}

function outlineOf(stored: unknown): SpanOutline {
  const { httpStatus, statement, name, isMethod, url, method, path, host, ...span } = row.parse(stored)
  const callee = isMethod ? writeCallee({ kind: span.kind, url, method, path, host }) : ''
  return { ...span, name: nameWithCallee(name, callee), pattern: spanPattern(httpStatus, statement) }
}

const row = z.object({
  spanId: z.string(),
  parentSpanId: z.string(),
  service: z.string(),
  name: z.string(),
  kind: z.string(),
  startNs: int64,
  durationNs: int64,
  failed: booleanColumn,
  hasException: booleanColumn,
  isLocalRoot: booleanColumn,
  isBrowser: booleanColumn,
  httpStatus: z.number(),
  statement: z.string(),
  isMethod: booleanColumn,
  url: z.string(),
  method: z.string(),
  path: z.string(),
  host: z.string(),
})
