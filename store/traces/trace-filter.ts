import type { SearchExpression } from '../search/search.ts'
import { type SpanConditionScope, writeTraceConditions } from '../search/write-trace-conditions.ts'

/**
 * The filter of a trace list, applied to the whole trace, however many parts it arrived in. With a transaction filter (`itsRoute`,
 * `itsFailed`, `itsAny`), hidden services, environment and release apply to that transaction, as in all counts of transactions, and the
 * root may have any.
 */
export interface TraceFilter {
  /** A service with a span in the trace. '' for every service. */
  readonly service?: string
  /** Leaves out traces whose root is of one of these services. */
  readonly hidden?: readonly string[]
  /** deployment.environment.name of the root. '' for every one. */
  readonly environment?: string
  /** service.version of the root. '' for every one. */
  readonly release?: string
  /** Route of the root, with a leading slash. '' for every route. */
  readonly route?: string
  /** Route of a transaction of `service`, within an hour of the root. '' for every one. */
  readonly itsRoute?: string
  /** Only traces in which such a transaction failed, as counted in the service's failed requests. */
  readonly itsFailed?: boolean
  /** Only traces with any such transaction, as counted in the service's requests. */
  readonly itsAny?: boolean
  /** Only traces with a failed span or an exception. */
  readonly failedOnly?: boolean
  /** Only traces whose oldest exception, within an hour of the root, is of this issue. '' for all. */
  readonly issue?: string
  /** Minimum duration of the root, in nanoseconds. */
  readonly minDurationNs?: bigint
  /** Exclusive maximum duration of the root, in nanoseconds. 0 for every duration. */
  readonly maxDurationNs?: bigint
  /** HTTP status of the root. 0 for every one. */
  readonly httpStatus?: number
  /** The search that the trace must match: spans within an hour of the root. `undefined` for everything. */
  readonly search?: SearchExpression | undefined
}

/** Whether any filter is set besides hidden services. */
export function hasTraceFilters(filter: TraceFilter): boolean {
  const { hidden, ...others } = rootFilterParams(filter)
  return (
    Object.values(others).some(Boolean) ||
    requiresTransaction(filter) ||
    (filter.issue ?? '') !== '' ||
    listRequiredTraceFacts(filter).length > 0 ||
    filter.search !== undefined
  )
}

/** The conditions of the search and the transaction filter, for traces that start in a range. `undefined` if there are none. */
export function writeTraceFilter(filter: TraceFilter, scope: SpanConditionScope): string | undefined {
  const conditions = [
    ...(requiresTransaction(filter) ? [writeTransactionCondition(filter, scope)] : []),
    ...(filter.issue ? [writeIssueCondition(filter.issue, scope)] : []),
    ...(filter.search === undefined ? [] : [writeTraceConditions(filter.search, scope)]),
  ]
  return conditions.length === 0 ? undefined : conditions.join(' AND ')
}

/** The facts that a trace must have, named as in trace_index. */
export function listRequiredTraceFacts({ service = '', failedOnly = false }: TraceFilter): readonly string[] {
  return [...(failedOnly ? ['failed'] : []), ...(service === '' ? [] : [`service ${service}`])]
}

/** Parameters of the root's filters. Service, environment and release apply to the root only without a transaction filter. */
export function rootFilterParams(filter: TraceFilter) {
  const { route = '', minDurationNs = 0n, maxDurationNs = 0n, httpStatus = 0 } = filter
  const { hidden = [], environment = '', release = '' } = requiresTransaction(filter) ? {} : filter
  return { hidden, environment, release, route, minDurationNs, maxDurationNs, httpStatus }
}

/** Whether a filter requires a transaction in the trace. */
const requiresTransaction = ({ itsRoute = '', itsFailed = false, itsAny = false }: TraceFilter) =>
  itsRoute !== '' || itsFailed || itsAny

/** A condition on a trace: it has such a transaction within an hour of its root. Lists without it do not read the table of transactions. */
function writeTransactionCondition(filter: TraceFilter, { range, bind }: SpanConditionScope): string {
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

/** A condition on a trace: it began to fail with an issue. */
function writeIssueCondition(issue: string, { range, bind }: SpanConditionScope): string {
  const conditions = [
    "TraceId != ''",
    `Timestamp >= fromUnixTimestamp64Nano(${bind(range.from, 'Int64')}) - INTERVAL 1 HOUR`,
    `Timestamp < fromUnixTimestamp64Nano(${bind(range.to, 'Int64')}) + INTERVAL 1 HOUR`,
  ]
  const began = `argMin(Issue::String, (Timestamp, Id)) = ${bind(issue, 'String')}`
  return `TraceId GLOBAL IN (SELECT TraceId FROM exceptions WHERE ${conditions.join(' AND ')} GROUP BY TraceId HAVING ${began})`
}
