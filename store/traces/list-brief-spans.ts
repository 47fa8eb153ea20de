import { z } from 'zod'
import { booleanColumn, int64 } from '../columns.ts'
import { CONVENTIONS } from '../schema/conventions.ts'
import { describeCallee } from '../spans/describe-callee.ts'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import sql from './list-brief-spans.sql?raw'
import { MAX_ROWS_PER_SPAN_ID, type Span, type SpanLink } from './list-spans.ts'

/** A span as far as notes about its trace need it. */
export interface BriefSpan
  extends Pick<
    Span,
    | 'spanId'
    | 'parentSpanId'
    | 'service'
    | 'name'
    | 'kind'
    | 'startNs'
    | 'durationNs'
    | 'failed'
    | 'operation'
    | 'route'
    | 'httpStatus'
    | 'sessionId'
    | 'isLocalRoot'
    | 'isBrowser'
    | 'callee'
    | 'hiddenBelow'
    | 'sharesId'
  > {
  /** Those that tell its user and what it calls, by the newest name of each, and at most 300 characters of a text. */
  readonly attributes: Readonly<Record<string, string>>
  /** Without their attributes. */
  readonly links: readonly SpanLink[]
  /** True if it has an exception as a span event. */
  readonly hasException: boolean
}

/**
 * Lists spans of a trace by their ids.
 *
 * @param options.spanIds At most 5,000.
 * @returns In no order; one that was delivered twice may be there twice.
 * @throws {StoreError} Any kind.
 */
export function listBriefSpans(
  store: Store,
  { traceId, spanIds }: { readonly traceId: TraceId; readonly spanIds: readonly string[] },
  signal?: AbortSignal,
): Promise<BriefSpan[]> {
  const params = { traceId, spanIds, limit: spanIds.length * MAX_ROWS_PER_SPAN_ID }
  const decode = (read: unknown) => briefSpansOf(columns.parse(read))
  return store.queryColumns(
    { name: 'list-brief-spans', sql, params, decode, timeoutMs: 20_000, isOfOneTrace: true },
    signal,
  )
}

const texts = z.array(z.string())
const booleans = z.array(booleanColumn)
const columns = z.object({
  spanId: texts,
  parentSpanId: texts,
  service: texts,
  name: texts,
  kind: texts,
  startNs: z.array(int64),
  durationNs: z.array(int64),
  failed: booleans,
  operation: texts,
  route: texts,
  httpStatus: z.array(z.number()),
  sessionId: texts,
  isLocalRoot: booleans,
  isBrowser: booleans,
  hasException: booleans,
  linkTraceIds: z.array(texts),
  linkSpanIds: z.array(texts),
  user: texts,
  dbSystem: texts,
  dbStatement: texts,
  url: texts,
  method: texts,
  path: texts,
  host: texts,
})

const MEANINGS = ['user', 'dbSystem', 'dbStatement', 'url', 'method', 'path', 'host'] as const

function briefSpansOf(read: z.infer<typeof columns>): BriefSpan[] {
  return read.spanId.map((spanId, row) => {
    const attributes: Record<string, string> = {}
    for (const meaning of MEANINGS) {
      const value = read[meaning][row] ?? ''
      if (value !== '') attributes[CONVENTIONS[meaning].names[0].name] = value
    }
    const [name, kind] = [read.name[row] ?? '', read.kind[row] ?? '']
    const callee = describeCallee({ name, kind, attributes })
    const linkedIds = read.linkSpanIds[row] ?? []
    return {
      spanId,
      parentSpanId: read.parentSpanId[row] ?? '',
      service: read.service[row] ?? '',
      name,
      kind,
      startNs: read.startNs[row] ?? 0n,
      durationNs: read.durationNs[row] ?? 0n,
      failed: read.failed[row] ?? false,
      operation: read.operation[row] ?? '',
      route: read.route[row] ?? '',
      httpStatus: read.httpStatus[row] ?? 0,
      sessionId: read.sessionId[row] ?? '',
      isLocalRoot: read.isLocalRoot[row] ?? false,
      isBrowser: read.isBrowser[row] ?? false,
      hasException: read.hasException[row] ?? false,
      links: (read.linkTraceIds[row] ?? []).map((traceId, i) => ({
        traceId,
        spanId: linkedIds[i] ?? '',
        attributes: {},
      })),
      attributes,
      hiddenBelow: 0,
      ...(callee !== '' && { callee }),
    }
  })
}
