import { z } from 'zod'
import { newestFirst, type Page } from '../newest-first.ts'
import { startBinding, withSearch } from '../search/bind.ts'
import type { Query } from '../search/query.ts'
import { writeConditions } from '../search/write-conditions.ts'
import type { Store } from '../store.ts'
import { int64, type Ns, type TimeRange } from '../units.ts'
import sql from './find-logs.sql?raw'

/** A log record in a list. */
export interface FoundLog {
  /** 16 hex digits. */
  readonly id: string
  readonly atNs: Ns
  /** 1 to 24; 0 where the sender names none. */
  readonly severityNumber: number
  /** As the sender writes it. */
  readonly severityText: string
  readonly service: string
  /** '' outside of a trace. */
  readonly traceId: string
  readonly spanId: string
  readonly eventName: string
  /** The body; without one the exception's message, else the attributes. Cut after 500 characters. */
  readonly body: string
  /** '' where it is no exception. */
  readonly exceptionType: string
  /** Values of the attributes that were asked for, in their order; '' where there is none. */
  readonly columns: readonly string[]
}

/** Log records that a search is about. */
export interface LogSearch {
  /** `undefined` for every record. */
  readonly query: Query | undefined
  readonly range: TimeRange
  /** Services that are left out. */
  readonly hidden?: readonly string[]
}

interface LogPage extends LogSearch, Page {
  /** Names of attributes of the record or its resource. */
  readonly columns?: readonly string[]
  readonly oldestFirst?: boolean
}

const CHARS = 500

/**
 * Lists the log records that a search finds, newest first unless told otherwise, then by id.
 *
 * @returns At most `limit` records; an empty array when nothing matched.
 * @throws {StoreError} Any kind.
 */
export function findLogs(store: Store, page: LogPage, signal?: AbortSignal): Promise<FoundLog[]> {
  const { query, range, hidden = [], columns = [], after, limit, oldestFirst = false } = page
  const read = (part: { range: TimeRange; afterNs: Ns; afterId: string; limit: number }) => {
    const { bind, params: searched } = startBinding('search')
    const conditions = writeConditions(query, 'logs', bind)
    const { afterNs, afterId, limit } = part
    const asked = { fromNs: part.range.from, toNs: part.range.to, rising: oldestFirst ? 1 : 0, afterNs, afterId, limit }
    const params = { ...asked, hidden, columns, chars: CHARS, ...searched }
    const statement = { name: 'find-logs', sql, params, decode: row.parse }
    return store.query({ ...statement, sql: withSearch(sql, conditions) }, signal)
  }
  if (oldestFirst) return read({ range, afterNs: after?.atNs ?? 0n, afterId: after?.id ?? '', limit })
  return newestFirst<FoundLog, FoundLog>(
    { range, after, limit },
    ({ fromNs, beforeNs, afterId, limit }) =>
      read({ range: { from: fromNs, to: beforeNs + 1n }, afterNs: beforeNs, afterId, limit }),
    async candidates => [...candidates],
  )
}

const row = z.object({
  id: z.string(),
  atNs: int64,
  severityNumber: z.number(),
  severityText: z.string(),
  service: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  eventName: z.string(),
  body: z.string(),
  exceptionType: z.string(),
  columns: z.array(z.string()),
})
