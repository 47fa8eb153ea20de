import { z } from 'zod'
import { type PageRequest, readNewestFirst } from '../newest-first.ts'
import { bindExpressions } from '../search/bind.ts'
import type { SearchExpression } from '../search/search.ts'
import { writeSpanConditions } from '../search/write-trace-conditions.ts'
import type { SqlStatement, Store } from '../store.ts'
import { booleanColumn, int64, type Ns, type TimeRange, type TraceId, traceIdColumn } from '../units.ts'
import sql from './find-spans.sql?raw'
import { listSpanDetails } from './list-span-details.ts'

/** A span in a list. */
export interface FoundSpan {
  /** 16 hex digits; not its span id, which spans of other services may share. */
  readonly id: string
  readonly startNs: Ns
  readonly durationNs: Ns
  readonly traceId: TraceId
  readonly spanId: string
  readonly service: string
  readonly name: string
  readonly kind: string
  readonly failed: boolean
  readonly statusMessage: string
  /** '' if it has none. */
  readonly route: string
  /** 0 if it has none. */
  readonly httpStatus: number
  /** Its database statement, URL or destination of messages; '' if it has none. */
  readonly detail: string
  /** The sender's time, Unix nanoseconds, if the Collector moved it. */
  readonly originalTime?: string
}

/** Which spans a search reads. */
export interface SpanSearch {
  /** `undefined` for every span. */
  readonly search: SearchExpression | undefined
  /** Start of the span. */
  readonly range: TimeRange
  /** Services to leave out. */
  readonly hidden?: readonly string[]
}

export interface SpanOrder {
  readonly by: 'start' | 'duration'
  readonly rising: boolean
}

interface SpanPage extends SpanSearch, PageRequest {
  /** @default newest first */
  readonly order?: SpanOrder
}

/**
 * Lists the spans that match a search.
 *
 * @returns At most `limit` spans, in the requested order, then by id; an empty array if nothing matched.
 * @throws {StoreError} Any kind.
 */
export async function findSpans(store: Store, page: SpanPage, signal?: AbortSignal): Promise<FoundSpan[]> {
  const spans = await readSpans(store, page, signal)
  const ofSpans = {
    traceIds: [...new Set(spans.map(span => span.traceId))],
    spanIds: spans.map(span => span.spanId),
    startsNs: spans.map(span => span.startNs),
  }
  const details = new Map((await listSpanDetails(store, ofSpans, signal)).map(of => [keyOf(of), of]))
  return spans.map(span => {
    const { detail = '', originalTime = '' } = details.get(keyOf(span)) ?? {}
    return originalTime === '' ? { ...span, detail } : { ...span, detail, originalTime }
  })
}

const keyOf = ({ traceId, spanId, service }: Pick<FoundSpan, 'traceId' | 'spanId' | 'service'>) =>
  `${traceId} ${spanId} ${service}`

function readSpans(store: Store, page: SpanPage, signal?: AbortSignal): Promise<SpanRow[]> {
  const { range, order = NEWEST_FIRST, after, limit } = page
  const read = (part: SpanPage) => store.query({ ...writeFindSpans(part), decode: row.parse }, signal)
  if (order.by === 'duration' || order.rising) return read(page)
  return readNewestFirst<SpanWithCursor, SpanRow>(
    { range, after, limit, readsInOrder: true },
    async ({ fromNs, beforeNs, afterId, limit }) => {
      const window = { range: { from: fromNs, to: beforeNs + 1n }, after: { atNs: beforeNs, id: afterId }, limit }
      const spans = await read({ ...page, ...window })
      return spans.map(span => ({ atNs: span.startNs, id: span.id, span }))
    },
    async candidates => candidates.map(({ span }) => span),
  )
}

const NEWEST_FIRST: SpanOrder = { by: 'start', rising: false }

/** The SQL statement that lists a page of spans. */
export function writeFindSpans({
  search,
  range,
  hidden = [],
  order = NEWEST_FIRST,
  after,
  limit,
}: SpanPage): SqlStatement {
  const place = { afterNs: after?.atNs ?? 0n, afterId: after?.id ?? '' }
  const params = {
    fromNs: range.from,
    toNs: range.to,
    by: order.by,
    rising: order.rising ? 1 : 0,
    hidden,
    limit,
    ...place,
  }
  const statement = { name: 'find-spans', sql, params }
  return bindExpressions(statement, bind => ({ search: writeSpanConditions(search, { range, bind }) }))
}

interface SpanWithCursor {
  readonly atNs: Ns
  readonly id: string
  readonly span: SpanRow
}

type SpanRow = z.infer<typeof row>

const row = z.object({
  id: z.string(),
  startNs: int64,
  durationNs: int64,
  traceId: traceIdColumn,
  spanId: z.string(),
  service: z.string(),
  name: z.string(),
  kind: z.string(),
  failed: booleanColumn,
  statusMessage: z.string(),
  route: z.string(),
  httpStatus: z.number(),
})
