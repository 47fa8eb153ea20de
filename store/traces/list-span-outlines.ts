import { z } from 'zod'
import type { TraceSpan } from '../../trace/trace-span.ts'
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
  const decode = (read: unknown) => outlinesOf(columns.parse(read))
  return store.queryColumns(
    { name: 'list-span-outlines', sql, params, decode, timeoutMs: 20_000, isOfOneTrace: true },
    signal,
  )
}

/** A column of one type. Checked at once: a schema for each of a million values would take longer than to read them. */
const columnOf = <Value>(isValue: (value: unknown) => value is Value) =>
  z.custom<Value[]>(column => Array.isArray(column) && column.every(isValue))

const texts = columnOf(value => typeof value === 'string')
const numbers = columnOf(value => typeof value === 'number')
const integers = columnOf((value): value is string => typeof value === 'string' && /^\d+$/.test(value))

const columns = z.object({
  spanId: texts,
  parentSpanId: texts,
  service: texts,
  name: texts,
  kind: texts,
  startNs: integers,
  durationNs: integers,
  failed: numbers,
  hasException: numbers,
  isLocalRoot: numbers,
  isBrowser: numbers,
  httpStatus: numbers,
  statement: texts,
  isMethod: numbers,
  url: texts,
  method: texts,
  path: texts,
  host: texts,
})

function outlinesOf(read: z.infer<typeof columns>): SpanOutline[] {
  return read.spanId.map((spanId, row) => {
    const [name, kind] = [read.name[row] ?? '', read.kind[row] ?? '']
    const callee =
      read.isMethod[row] === 1
        ? writeCallee({
            kind,
            url: read.url[row],
            method: read.method[row],
            path: read.path[row],
            host: read.host[row],
          })
        : ''
    return {
      spanId,
      parentSpanId: read.parentSpanId[row] ?? '',
      service: read.service[row] ?? '',
      name: nameWithCallee(name, callee),
      kind,
      startNs: BigInt(read.startNs[row] ?? 0),
      durationNs: BigInt(read.durationNs[row] ?? 0),
      failed: read.failed[row] === 1,
      hasException: read.hasException[row] === 1,
      isLocalRoot: read.isLocalRoot[row] === 1,
      isBrowser: read.isBrowser[row] === 1,
      pattern: spanPattern(read.httpStatus[row] ?? 0, read.statement[row] ?? ''),
    }
  })
}
