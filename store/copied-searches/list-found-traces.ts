import { bindExpressions } from '../../search/bind.ts'
import { TRACE_DURATION_SQL } from '../../search/trace-duration.ts'
import type { SqlStatement } from '../store.ts'
import type { ListTracesParams } from '../traces/list-traces.ts'
import { rootFilterParams, writeTraceFilter } from '../traces/trace-filter.ts'
import sql from './list-found-traces.sql?raw'

/** The SQL statement that lists a page of traces, for people to run: `listTraces` reads the same in several. */
export function writeListTraces({
  range,
  after,
  limit,
  order: { by, rising } = { by: 'start', rising: false },
  ...filter
}: ListTracesParams): SqlStatement {
  const { service = '', failedOnly = false } = filter
  const params = {
    fromNs: range.from,
    toNs: range.to,
    by,
    rising: rising ? 1 : 0,
    afterNs: after?.atNs ?? 0n,
    afterId: after?.id ?? '',
    service,
    failedOnly: failedOnly ? 1 : 0,
    ...rootFilterParams(filter),
    minDurationNs: filter.minDurationNs ?? 0n,
    maxDurationNs: filter.maxDurationNs ?? 0n,
    limit,
  }
  const statement = { name: 'list-found-traces', sql, params }
  return bindExpressions(statement, bind => ({
    duration: TRACE_DURATION_SQL,
    search: writeTraceFilter(filter, { range, bind }),
  }))
}
