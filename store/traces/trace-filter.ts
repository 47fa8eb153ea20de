import { type Bind, createBinder, withSearch } from '../search/bind.ts'
import type { Search as SearchQuery } from '../search/search.ts'
import { writeTraceConditions } from '../search/write-trace-conditions.ts'
import type { Query } from '../store.ts'
import type { TimeRange } from '../units.ts'

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

/** Whether any filter is set besides hidden services. */
export function hasTraceFilters(filter: TraceFilter): boolean {
  const { hidden, ...others } = rootFilterParams(filter)
  return (
    Object.values(others).some(Boolean) ||
    asksForTransaction(filter) ||
    requiredFacts(filter).length > 0 ||
    filter.query !== undefined
  )
}

/** A query with the conditions of its search and of a transaction, for traces that begin in a range. */
export function searchTraces<Row>(statement: Query<Row>, filter: TraceFilter, range: TimeRange): Query<Row> {
  const { bind, params } = createBinder('search')
  const conditions = [
    ...(asksForTransaction(filter) ? [writeTransactionCondition(filter, range, bind)] : []),
    ...(filter.query === undefined ? [] : [writeTraceConditions(filter.query, { range, bind })]),
  ]
  if (conditions.length === 0) return statement
  const sql = withSearch(statement.sql, conditions.join(' AND '))
  return { ...statement, sql, params: { ...statement.params, ...params } }
}

/** What a trace has to have somewhere, as the table of facts names it. */
export function requiredFacts({ service = '', failedOnly = false }: TraceFilter): readonly string[] {
  return [...(failedOnly ? ['failed'] : []), ...(service === '' ? [] : [`service ${service}`])]
}

/** What the root has to be; of which service, environment and release, only where no transaction is asked for, as it is of those then. */
export function rootFilterParams(filter: TraceFilter) {
  const { route = '', minDurationNs = 0n, maxDurationNs = 0n, httpStatus = 0 } = filter
  const { hidden = [], environment = '', release = '' } = asksForTransaction(filter) ? {} : filter
  return { hidden, environment, release, route, minDurationNs, maxDurationNs, httpStatus }
}

/** Whether a filter asks for a transaction in the trace. */
const asksForTransaction = ({ itsRoute = '', itsFailed = false, itsAny = false }: TraceFilter) =>
  itsRoute !== '' || itsFailed || itsAny

/** A condition on a trace: that it has such a transaction within an hour of its root. Lists without it do not need the table of transactions. */
function writeTransactionCondition(filter: TraceFilter, range: TimeRange, bind: Bind): string {
  const { service = '', environment = '', release = '', hidden = [], itsRoute = '', itsFailed = false } = filter
  const conditions = [
    `Timestamp >= fromUnixTimestamp64Nano(${bind(range.from, 'Int64')}) - INTERVAL 1 HOUR`,
    `Timestamp < fromUnixTimestamp64Nano(${bind(range.to, 'Int64')}) + INTERVAL 1 HOUR`,
    `ServiceName NOT IN ${bind(hidden, 'Array(String)')}`,
    ...(itsFailed ? ['Failed = 1'] : []),
    ...Object.entries({ ServiceName: service, Route: itsRoute, Environment: environment, Release: release })
      .filter(([, value]) => value !== '')
      .map(([column, value]) => `${column} = ${bind(value, 'String')}`),
  ]
  return `TraceId GLOBAL IN (SELECT TraceId FROM transactions WHERE ${conditions.join(' AND ')})`
}
