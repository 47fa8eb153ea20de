import { isWithin, newestFirst, type Page } from '../newest-first.ts'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import { listSpanCounts, type SpanCounts } from './list-span-counts.ts'
import { listTraceIds, type TraceFilter } from './list-trace-ids.ts'
import { listTracesById, type TraceState } from './list-traces-by-id.ts'

/** A trace in a list. */
export interface TraceSummary extends TraceState, SpanCounts {}

/** A trace is in the range when its root began in it; the rest of the trace may lie anywhere. Its place is that start and its id. */
export interface TraceQuery extends TraceFilter, Page {}

/**
 * Lists the newest traces of a range: those whose root began in it and that the filter lets pass, each judged as a whole.
 *
 * @returns At most `limit` traces, newest first, then by id; an empty array when nothing matched.
 * @throws {StoreError} Any kind. `rejected` means that our SQL is at fault, not the caller.
 */
export function listTraces(store: Store, query: TraceQuery, signal?: AbortSignal): Promise<TraceSummary[]> {
  const { range, after, limit, ...filter } = query
  return newestFirst(
    { range, after, limit },
    window => listTraceIds(store, { filter, window }, signal),
    async (candidates, stretch) => {
      const ids = new Set(candidates.map(({ id }) => id))
      const traces = await lookAtWhole(store, { traceIds: [...ids], filter }, signal)
      // The root of a candidate may lie elsewhere: on another page, or outside the range.
      return traces.filter(({ startNs, traceId }) => isWithin({ atNs: startNs, id: traceId }, stretch))
    },
  )
}

async function lookAtWhole(
  store: Store,
  { traceIds, filter }: { traceIds: readonly TraceId[]; filter: TraceFilter },
  signal: AbortSignal | undefined,
): Promise<TraceSummary[]> {
  const [states, counts] = await Promise.all([
    listTracesById(store, { traceIds, filter }, signal),
    listSpanCounts(store, { traceIds }, signal),
  ])
  const countsOf = new Map(counts.map(counted => [counted.traceId, counted]))
  return states.map(state => ({ spanCount: 0, failedSpanCount: 0, ...countsOf.get(state.traceId), ...state }))
}
