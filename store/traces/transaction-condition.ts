import type { Bind } from '../search/bind.ts'
import type { TimeRange } from '../units.ts'
import type { TraceFilter } from './trace-filter.ts'

/** Whether a filter asks for a transaction in the trace. */
export const asksForTransaction = ({ itsRoute = '', itsFailed = false, itsAny = false }: TraceFilter) =>
  itsRoute !== '' || itsFailed || itsAny

/** A condition on a trace: that it has such a transaction within an hour of its root. Lists without it do not need the table of transactions. */
export function writeTransactionCondition(filter: TraceFilter, range: TimeRange, bind: Bind): string {
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
