import { z } from 'zod'
import type { Cursor, Window } from '../newest-first.ts'
import { startBinding, withSearch } from '../search/bind.ts'
import type { Query as SearchQuery } from '../search/query.ts'
import { writeTraceConditions } from '../search/write-trace-conditions.ts'
import type { Query, Store } from '../store.ts'
import { int64, type Ns, type TimeRange, type TraceId, traceId } from '../units.ts'
import sql from './list-trace-ids.sql?raw'

/**
 * What a trace must be to be in a list: the whole trace, whenever and in however many parts it came in. Where a transaction is asked for (`itsRoute`,
 * `itsFailed`, `itsAny`), hidden services, environment and release are of that one, as in every number of transactions, and the root may be of any.
 */
export interface TraceFilter {
  /** Has a span in the trace. '' for every service. */
  readonly service?: string
  /** Traces whose root is of one of these services are left out. */
  readonly hidden?: readonly string[]
  /** Of the root: deployment.environment.name. '' for every one. */
  readonly environment?: string
  /** Of the root: service.version. '' for every one. */
  readonly release?: string
  /** Of the root, with a leading slash. '' for every route. */
  readonly route?: string
  /** Of a transaction of `service`, within an hour of the root. '' for every one. */
  readonly itsRoute?: string
  /** Only traces in which such a transaction failed: what is counted as a failed request of the service. */
  readonly itsFailed?: boolean
  /** Only traces with such a transaction, whatever its route and however it ended: what is counted as a request of the service. */
  readonly itsAny?: boolean
  /** Only traces in which a span failed or an exception was recorded. */
  readonly failedOnly?: boolean
  /** Of the root, in nanoseconds: at least this. */
  readonly minDurationNs?: bigint
  /** Of the root, in nanoseconds: shorter than this. 0 for every duration. */
  readonly maxDurationNs?: bigint
  /** Of the root's answer. 0 for every one. */
  readonly httpStatus?: number
  /** What a search asks of the trace: spans within an hour of the root. `undefined` for everything. */
  readonly query?: SearchQuery | undefined
}

/** A trace that may be in a list. */
export interface Candidate extends Cursor {
  readonly id: TraceId
  /** When its root began, or what looks like it in a part of the trace. */
  readonly atNs: Ns
}

/**
 * Finds which traces may be in a window of a list: the first step of {@link listTraces}.
 *
 * @returns Newest first, then by id, each trace once. Every trace is among them whose root lies in the window and that the filter
 * lets pass; others may be, which only a look at the whole trace can tell.
 * @throws {StoreError} Any kind.
 */
export function listTraceIds(
  store: Store,
  { filter, window }: { filter: TraceFilter; window: Window },
  signal?: AbortSignal,
): Promise<Candidate[]> {
  const params = { ...window, ...paramsOf(filter) }
  const range = { from: window.fromNs, to: window.beforeNs }
  const statement = { name: 'list-trace-ids', sql, params, decode: candidate.parse }
  return store.query(searchTraces(statement, filter, range), signal)
}

/** Whether any filter is set besides hidden services. */
export function isNarrowed(filter: TraceFilter): boolean {
  const { hidden, itsHidden, ...others } = paramsOf(filter)
  return Object.values(others).some(Boolean) || factsOf(filter).length > 0 || filter.query !== undefined
}

/** A query with the conditions of its search, for traces that begin in a range. */
export function searchTraces<Row>(statement: Query<Row>, { query }: TraceFilter, range: TimeRange): Query<Row> {
  if (query === undefined) return statement
  const { bind, params } = startBinding('search')
  const sql = withSearch(statement.sql, writeTraceConditions(query, { range, bind }))
  return { ...statement, sql, params: { ...statement.params, ...params } }
}

/** Whether a filter is about the spans or a transaction of the trace: {@link listTraceIds} knows the root alone. */
export const looksInside = (filter: TraceFilter): boolean => asksForIts(filter) || factsOf(filter).length > 0

/** What a trace has to have somewhere, as the table of facts names it. */
export function factsOf({ service = '', failedOnly = false }: TraceFilter): readonly string[] {
  return [...(failedOnly ? ['failed'] : []), ...(service === '' ? [] : [`service ${service}`])]
}

/** What the root has to be, and a transaction of the service. */
export function paramsOf(filter: TraceFilter) {
  const { hidden = [], environment = '', release = '', route = '' } = filter
  const { minDurationNs = 0n, maxDurationNs = 0n, httpStatus = 0 } = filter
  const { service = '', itsRoute = '', itsFailed = false } = filter
  const chosen = { hidden, environment, release }
  const [ofRoot, its] = asksForIts(filter) ? [ANY, chosen] : [chosen, ANY]
  const ofIts = { itsHidden: its.hidden, itsEnvironment: its.environment, itsRelease: its.release }
  const asked = { its: asksForIts(filter) ? 1 : 0, service, itsRoute, itsFailed: itsFailed ? 1 : 0, ...ofIts }
  return { ...ofRoot, route, minDurationNs, maxDurationNs, httpStatus, ...asked }
}

const ANY = { hidden: [], environment: '', release: '' }

const asksForIts = ({ itsRoute = '', itsFailed = false, itsAny = false }: TraceFilter) =>
  itsRoute !== '' || itsFailed || itsAny

/** Decodes a {@link Candidate}. */
export const candidate = z.object({ id: traceId, atNs: int64 })
