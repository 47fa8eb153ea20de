import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import type { SearchExpression } from '../../search/search.ts'
import { writeConditions } from '../../search/write-conditions.ts'
import { booleanColumn, int64 } from '../columns.ts'
import { type PageRequest, readNewestFirst } from '../newest-first.ts'
import type { SqlStatement, Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './find-logs.sql?raw'

/** A log record in a list. */
export interface FoundLog {
  /** 16 hex digits. */
  readonly id: string
  readonly atNs: Ns
  /** 1 to 24, by the text where the number is missing; 0 if neither tells. */
  readonly severityNumber: number
  readonly service: string
  /** Sent by a browser, so that anybody may have written it. */
  readonly isBrowser: boolean
  /** '' outside of a trace. */
  readonly traceId: string
  readonly spanId: string
  /** session.id; '' if it has none. */
  readonly sessionId: string
  /** user.id or enduser.id; '' if it has neither. */
  readonly user: string
  readonly eventName: string
  /** The body, else the exception's message, else the attributes. Cut after 500 characters. */
  readonly body: string
  /** '' if it is no exception. */
  readonly exceptionType: string
  /** The sender's time, Unix nanoseconds, if the Collector moved it; else ''. */
  readonly originalTime: string
  /** Values of the requested attributes, in order; '' if missing. */
  readonly columns: readonly string[]
  /** Of a record that is a web vital: the parts of its body. */
  readonly vital: FoundVital | undefined
}

export interface FoundVital {
  /** `inp`. */
  readonly name: string
  /** Milliseconds; for `cls` a score. */
  readonly value: string
  /** `good`, `needs-improvement` or `poor`. */
  readonly rating: string
}

/** Which log records a search reads. */
export interface LogSearch {
  /** `undefined` for every record. */
  readonly search: SearchExpression | undefined
  readonly range: TimeRange
  /** Services to leave out. */
  readonly hidden?: readonly string[]
}

export interface LogPage extends LogSearch, PageRequest {
  /** Names of attributes of the record or its resource. */
  readonly columns?: readonly string[]
  /** Exactly the other way round. */
  readonly oldestFirst?: boolean
}

const MAX_BODY_CHARS = 500

/**
 * Lists the log records that match a search, newest first by default, then by id.
 *
 * @returns At most `limit` records; an empty array if nothing matched.
 * @throws {StoreError} Any kind.
 */
export function findLogs(store: Store, page: LogPage, signal?: AbortSignal): Promise<FoundLog[]> {
  const { range, after, limit, oldestFirst = false } = page
  const read = (part: LogPage) => store.query({ ...writeFindLogs(part), decode: row.parse }, signal)
  if (oldestFirst) return read(page)
  return readNewestFirst<FoundLog, FoundLog>(
    { range, after, limit, readsInOrder: true },
    ({ fromNs, beforeNs, afterId, limit }) =>
      read({ ...page, range: { from: fromNs, to: beforeNs + 1n }, after: { atNs: beforeNs, id: afterId }, limit }),
    async candidates => [...candidates],
  )
}

/** The SQL statement that lists a page of log records. */
export function writeFindLogs(page: LogPage): SqlStatement {
  const { search, range, hidden = [], columns = [], after, limit, oldestFirst = false } = page
  const place = { rising: oldestFirst ? 1 : 0, afterNs: after?.atNs ?? 0n, afterId: after?.id ?? '', limit }
  const params = { fromNs: range.from, toNs: range.to, ...place, hidden, columns, chars: MAX_BODY_CHARS }
  const statement = { name: 'find-logs', sql, params }
  return bindExpressions(statement, bind => ({ search: writeConditions(search, 'logs', bind) }))
}

const row = z.object({
  id: z.string(),
  atNs: int64,
  severityNumber: z.number(),
  service: z.string(),
  isBrowser: booleanColumn,
  traceId: z.string(),
  spanId: z.string(),
  sessionId: z.string(),
  user: z.string(),
  eventName: z.string(),
  body: z.string(),
  exceptionType: z.string(),
  originalTime: z.string(),
  columns: z.array(z.string()),
  vital: z
    .array(z.string())
    .transform(([name, value = '', rating = '']) => (name === undefined ? undefined : { name, value, rating })),
})
