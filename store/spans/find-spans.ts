import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import type { SearchExpression } from '../../search/search.ts'
import { isSingleSpanSearch, writeSpanConditions } from '../../search/write-trace-conditions.ts'
import { booleanColumn, int64, traceIdColumn } from '../columns.ts'
import { fillPage } from '../fill-page.ts'
import { type Cursor, type PageRequest, readNewestFirst } from '../newest-first.ts'
import type { SqlStatement, Store } from '../store.ts'
import { DAY_NS } from '../time-units.ts'
import type { Ns, TimeRange, TraceId } from '../units.ts'
import { cursorOfSpan } from './cursor-of-span.ts'
import sql from './find-spans.sql?raw'

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
  readonly isDatabaseCall: boolean
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

export interface SpanPage extends SpanSearch, PageRequest {
  /** @default newest first */
  readonly order?: SpanOrder
}

/**
 * Lists the spans that match a search.
 *
 * @returns At most `limit` spans, in the requested order, then by id; an empty array if nothing matched.
 * @throws {StoreError} Any kind.
 */
export function findSpans(store: Store, page: SpanPage, signal?: AbortSignal): Promise<FoundSpan[]> {
  const { range, order = NEWEST_FIRST, after, limit } = page
  const read = async (part: SpanPage): Promise<Candidate[]> => {
    const spans = await store.query({ ...writeFindSpans(part), decode: row.parse }, signal)
    return spans.map(({ originalTime, ...span }) => ({
      ...cursorOfSpan(span, order.by),
      span: originalTime === '' ? span : { ...span, originalTime },
    }))
  }
  const ids = new Set<string>()
  const withoutRepeated = async (candidates: readonly Candidate[]) =>
    candidates.flatMap(({ id, span }) => {
      if (ids.has(id)) return []
      ids.add(id)
      return [span]
    })
  if (order.by === 'duration' || order.rising) {
    return fillPage<Cursor | undefined, Candidate, FoundSpan>(
      { start: after, limit },
      (start, wanted) => read({ ...page, after: start, limit: wanted }),
      withoutRepeated,
    )
  }
  // Matches may be rare, and reading a day in order takes less time than a second query. Relations of spans are looked up for the whole
  // window, so that a search with them begins with a short one.
  const firstWindowNs = page.search && isSingleSpanSearch(page.search) ? DAY_NS : undefined
  return readNewestFirst<Candidate, FoundSpan>(
    { range, after, limit, readsInOrder: true, firstWindowNs },
    ({ fromNs, beforeNs, afterId, limit }) => {
      const window = { range: { from: fromNs, to: beforeNs + 1n }, after: { atNs: beforeNs, id: afterId }, limit }
      return read({ ...page, ...window })
    },
    withoutRepeated,
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

interface Candidate extends Cursor {
  readonly span: FoundSpan
}

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
  detail: z.string(),
  isDatabaseCall: booleanColumn,
  originalTime: z.string(),
})
