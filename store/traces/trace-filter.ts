import type { BindParameter } from '../../search/bind.ts'
import type { SearchExpression } from '../../search/search.ts'
import { TRACE_DURATION_SQL } from '../../search/trace-duration.ts'
import {
  type SpanConditionScope,
  writePartsCondition,
  writeTraceConditions,
} from '../../search/write-trace-conditions.ts'
import { TABLES } from '../schema/tables/table-names.ts'

/**
 * The filter of a trace list, applied to the whole trace, however many parts it arrived in. With a transaction filter (`itsOperation`,
 * `itsFailed`, `itsAny`, or a service with an environment or a release), hidden services, environment and release apply to that
 * transaction, as in all counts of transactions, and the root may have any.
 */
export interface TraceFilter {
  /** A service with a span in the trace. '' for every service. */
  readonly service?: string
  /** Leaves out traces whose root is of one of these services. */
  readonly hidden?: readonly string[]
  /** deployment.environment.name of the root, or of a transaction of `service`. '' for every one. */
  readonly environment?: string
  /** service.version of the root, or of a transaction of `service`. '' for every one. */
  readonly release?: string
  /** Operation of the root. '' for every one. */
  readonly operation?: string
  /** Operation of a transaction of `service`, within an hour of the root. '' for every one. */
  readonly itsOperation?: string
  /** Only traces in which such a transaction failed, as counted in the service's failed requests. */
  readonly itsFailed?: boolean
  /** Only traces with any such transaction, as counted in the service's requests. */
  readonly itsAny?: boolean
  /** Only traces with a failed span or an exception. */
  readonly failedOnly?: boolean
  /** Only traces whose oldest exception, within an hour of the root, is of this issue. '' for all. */
  readonly issue?: string
  /** Minimum duration, in nanoseconds. */
  readonly minDurationNs?: bigint
  /** Exclusive maximum duration, in nanoseconds. 0 for every duration. */
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
    (filter.minDurationNs ?? 0n) > 0n ||
    (filter.maxDurationNs ?? 0n) > 0n ||
    (filter.issue ?? '') !== '' ||
    listRequiredTraceFacts(filter).length > 0 ||
    filter.search !== undefined
  )
}

/** The conditions of the search and of the filters by transaction and issue, for traces that start in a range. `undefined` if there are none. */
export function writeTraceFilter(filter: TraceFilter, scope: SpanConditionScope): string | undefined {
  const conditions = [
    ...(requiresTransaction(filter) ? [writeTransactionCondition(filter, scope)] : []),
    ...(filter.issue ? [writeIssueCondition(filter.issue, scope)] : []),
    ...(filter.search === undefined ? [] : [writeTraceConditions(filter.search, scope)]),
  ]
  return conditions.length === 0 ? undefined : conditions.join(' AND ')
}

/**
 * A condition on a trace: its duration. `undefined` if that is not filtered.
 *
 * @param where SQL: which rows of trace_parts to read
 */
export function writeDurationFilter(filter: TraceFilter, scope: SpanConditionScope, where = '1'): string | undefined {
  const among = writePossibleDurations(filter, scope, where)
  if (among === undefined) return undefined
  const having = writeBounds(TRACE_DURATION_SQL, filter, scope.bind)
  return writePartsCondition(scope, { where: `${where} AND ${among}`, having })
}

/**
 * A condition on a trace: it may have such a duration, by all its rows within an hour of the range, and one of them passes the filters of the
 * root. A third of the cost of the duration itself, which is then computed of few. `undefined` if durations are not filtered.
 */
export function writePossibleDurations(
  filter: TraceFilter,
  scope: SpanConditionScope,
  where = '1',
): string | undefined {
  const { minDurationNs = 0n, maxDurationNs = 0n } = filter
  if (minDurationNs === 0n && maxDurationNs === 0n) return undefined
  const ofRows = 'toUnixTimestamp64Nano(max(End)) - toUnixTimestamp64Nano(min(Start))'
  // Without the rows that are too far from its root it may be shorter.
  const atLeast = writeBounds(ofRows, { minDurationNs }, scope.bind)
  const having = `${atLeast} AND (max(Bucket) - min(Bucket) > 3600 OR ${writeBounds(ofRows, { maxDurationNs }, scope.bind)})`
  return writePartsCondition(scope, {
    by: 'sipHash64(TraceId)',
    where: `${where} AND ${writeRootFilter(filter, scope)}`,
    having,
  })
}

function writeBounds(
  durationNs: string,
  { minDurationNs = 0n, maxDurationNs = 0n }: Pick<TraceFilter, 'minDurationNs' | 'maxDurationNs'>,
  bind: BindParameter,
): string {
  const atLeast = minDurationNs === 0n ? '1' : `${durationNs} >= ${bind(minDurationNs, 'UInt64')}`
  return maxDurationNs === 0n ? atLeast : `${atLeast} AND ${durationNs} < ${bind(maxDurationNs, 'UInt64')}`
}

/** A condition on a trace: one of its rows passes the filters of the root. */
function writeRootFilter(filter: TraceFilter, { range, bind }: SpanConditionScope): string {
  const { environment, release, operation, httpStatus } = rootFilterParams(filter)
  const conditions = [
    ...Object.entries({ Environment: environment, Release: release, Operation: operation })
      .filter(([, value]) => value !== '')
      .map(([column, value]) => `Root.${column} = ${bind(value, 'String')}`),
    ...(httpStatus === 0 ? [] : [`Root.Status = ${bind(httpStatus, 'UInt64')}`]),
  ]
  if (conditions.length === 0) return '1'
  const [from, to] = [range.from, range.to].map(ns => `fromUnixTimestamp64Nano(${bind(ns, 'Int64')})`)
  return `TraceId GLOBAL IN (SELECT TraceId FROM ${TABLES.traceParts}
    WHERE Bucket >= toStartOfFiveMinutes(${from}) AND Bucket < ${to} AND ${conditions.join(' AND ')})`
}

/** The facts that a trace must have, named as in trace_index. */
export function listRequiredTraceFacts({ service = '', failedOnly = false }: TraceFilter): readonly string[] {
  return [...(failedOnly ? ['failed'] : []), ...(service === '' ? [] : [`service ${service}`])]
}

/** Parameters of the root's filters. Service, environment and release apply to the root only without a transaction filter. */
export function rootFilterParams(filter: TraceFilter) {
  const { operation = '', httpStatus = 0 } = filter
  const { hidden = [], environment = '', release = '' } = requiresTransaction(filter) ? {} : filter
  return { hidden, environment, release, operation, httpStatus }
}

/** Whether a filter requires a transaction in the trace. Environment and release of a service are not those of the root. */
export function requiresTransaction(filter: TraceFilter): boolean {
  const { itsOperation = '', itsFailed = false, itsAny = false, service = '', environment = '', release = '' } = filter
  return itsOperation !== '' || itsFailed || itsAny || (service !== '' && (environment !== '' || release !== ''))
}

/** A condition on a trace: it has such a transaction within an hour of its root. Lists without it do not read the table of transactions. */
function writeTransactionCondition(filter: TraceFilter, { range, bind }: SpanConditionScope): string {
  const { service = '', environment = '', release = '', hidden = [], itsOperation = '', itsFailed = false } = filter
  const conditions = [
    `Timestamp >= fromUnixTimestamp64Nano(${bind(range.from, 'Int64')}) - INTERVAL 1 HOUR`,
    `Timestamp < fromUnixTimestamp64Nano(${bind(range.to, 'Int64')}) + INTERVAL 1 HOUR`,
    `ServiceName NOT IN ${bind(hidden, 'Array(String)')}`,
    ...(itsFailed ? ['Failed = 1'] : []),
    ...Object.entries({ ServiceName: service, Operation: itsOperation, Environment: environment, Release: release })
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
