import { z } from 'zod'
import type { Store } from '../store.ts'
import { flag, type TimeRange, traceId } from '../units.ts'
import sql from './list-trace-ids.sql?raw'
import { listTracesById, type TraceSummary } from './list-traces-by-id.ts'

export interface TraceQuery {
  /** Compared with the start of the root. */
  readonly range: TimeRange
  /** Has a span in the trace. '' for every service. */
  readonly service?: string
  /** Of the root, with a leading slash. '' for every route. */
  readonly route?: string
  /** Only traces with a failed span. */
  readonly failedOnly?: boolean
  /** Of the root, in nanoseconds. */
  readonly minDurationNs?: bigint
  /** Part of the root's name or route, in any case, or a whole trace id. '' for everything. */
  readonly text?: string
  /** 1 to 500. */
  readonly limit: number
}

/** One trace has a few summaries before they are merged, and a filter may remove some traces. */
const SUMMARIES_PER_TRACE = 20
const ALL = 2n ** 62n
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
  return (await listFrom(store, query, ALL, signal)).traces
}

async function listFrom(
  store: Store,
  { range, service = '', route = '', failedOnly = false, minDurationNs = 0n, text = '', limit }: TraceQuery,
  enough: bigint,
  signal: AbortSignal | undefined,
): Promise<{ traces: TraceSummary[]; complete: boolean }> {
  const filters = { service, route, failedOnly: failedOnly ? 1 : 0, minDurationNs, text }
  const params = { fromNs: range.from, toNs: range.to, ...filters, enough, limit: limit + SPARE }
  const found = await store.ask({ sql, params, decode: row.parse }, signal)
  const traces = await listTracesById(store, { traceIds: found.map(({ traceId }) => traceId) }, signal)
  return {
    traces: traces.filter(({ startNs }) => startNs >= range.from && startNs < range.to).slice(0, limit),
    complete: found[0]?.complete ?? false,
  }
}

const row = z.object({ traceId, complete: flag })
