import type { Store } from '../store.ts'
import { ALL_SUMMARIES, listTraceIds, type TraceQuery } from './list-trace-ids.ts'
import { listTracesById, type TraceSummary } from './list-traces-by-id.ts'

/** One trace has a few summaries before they are merged, and a filter may remove some traces. */
const SUMMARIES_PER_TRACE = 20
/** Absorbs traces that turn out to have begun earlier than their newest part says. */
const SPARE = 50

/**
 * Lists the newest traces of a range: from the newest summaries first, and from all of them only when those were not enough.
 * For the next page, pass the last trace's `startNs` as `range.to`.
 *
 * @returns At most `limit` traces, newest first; an empty array when nothing matched.
 * @throws {StoreError} Any kind. `rejected` means that our SQL is at fault, not the caller.
 */
export async function listTraces(store: Store, query: TraceQuery, signal?: AbortSignal): Promise<TraceSummary[]> {
  const newest = await listFrom(store, query, BigInt(query.limit * SUMMARIES_PER_TRACE), signal)
  if (newest.complete || newest.traces.length === query.limit) return newest.traces
  return (await listFrom(store, query, ALL_SUMMARIES, signal)).traces
}

async function listFrom(
  store: Store,
  query: TraceQuery,
  enough: bigint,
  signal: AbortSignal | undefined,
): Promise<{ traces: TraceSummary[]; complete: boolean }> {
  const { range, limit } = query
  const { traceIds, complete } = await listTraceIds(store, { ...query, enough, limit: limit + SPARE }, signal)
  const traces = await listTracesById(store, { traceIds }, signal)
  return {
    traces: traces.filter(({ startNs }) => startNs >= range.from && startNs < range.to).slice(0, limit),
    complete,
  }
}
