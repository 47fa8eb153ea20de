import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { TRACE_DURATION_SQL } from '../../search/trace-duration.ts'
import { booleanColumn, int64, traceIdColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TraceId } from '../units.ts'
import sql from './list-traces-by-id.sql?raw'
import { rootFilterParams, type TraceFilter } from './trace-filter.ts'

/** A trace as a whole. Its root is its first span, as far as it is stored. */
export interface TraceAggregate {
  readonly traceId: TraceId
  /** Start of the root. */
  readonly startNs: Ns
  /** From its first start to its last end, by clocks that may differ: of what started within an hour of the root, to five minutes. */
  readonly durationNs: Ns
  readonly rootDurationNs: Ns
  /** service.name of the root. */
  readonly service: string
  /** Name of the root span. */
  readonly name: string
  /** '' if the root has none. */
  readonly operation: string
  /** 0 if the root has none. */
  readonly httpStatus: number
  /** Of the root: deployment.environment.name. */
  readonly environment: string
  /** Of the root: service.version. */
  readonly release: string
  /** All services with a span in the trace, in alphabetical order. */
  readonly services: readonly string[]
  /** '' if no span belongs to a browser session. */
  readonly sessionId: string
  /** True if a span failed or an exception was recorded. */
  readonly failed: boolean
}

/**
 * Reads traces by id, each completely: all of its parts, whatever their times.
 *
 * @param options.traceIds At most 1000.
 * @returns Traces that have stored spans and match the filter, newest first; an empty array if there is none.
 * @throws {StoreError} Any kind.
 */
export async function listTracesById(
  store: Store,
  { traceIds, filter = {} }: { traceIds: readonly TraceId[]; filter?: TraceFilter },
  signal?: AbortSignal,
): Promise<TraceAggregate[]> {
  if (traceIds.length === 0) return []
  const params = { traceIds, limit: traceIds.length }
  const statement = { name: 'list-traces-by-id', sql, params, decode: row.parse }
  const bound = bindExpressions(statement, () => ({ duration: TRACE_DURATION_SQL }))
  const traces = await store.query(bound, signal)
  return traces.filter(trace => matchesFilter(trace, filter))
}

/** The filter of the first step, applied to the whole trace. */
function matchesFilter(trace: TraceAggregate, filter: TraceFilter): boolean {
  const { hidden, environment, release, operation, httpStatus } = rootFilterParams(filter)
  const { service = '', failedOnly = false, minDurationNs = 0n, maxDurationNs = 0n } = filter
  return (
    !hidden.includes(trace.service) &&
    (service === '' || trace.services.includes(service)) &&
    (!failedOnly || trace.failed) &&
    (environment === '' || trace.environment === environment) &&
    (release === '' || trace.release === release) &&
    (operation === '' || trace.operation === operation) &&
    trace.durationNs >= minDurationNs &&
    (maxDurationNs === 0n || trace.durationNs < maxDurationNs) &&
    (httpStatus === 0 || trace.httpStatus === httpStatus)
  )
}

const row = z.object({
  traceId: traceIdColumn,
  startNs: int64,
  durationNs: int64,
  rootDurationNs: int64,
  service: z.string(),
  name: z.string(),
  operation: z.string(),
  httpStatus: z.number(),
  environment: z.string(),
  release: z.string(),
  services: z.array(z.string()),
  sessionId: z.string(),
  failed: booleanColumn,
})
