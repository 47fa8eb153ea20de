import { z } from 'zod'
import type { Store } from '../store.ts'
import { type TimeRange, traceId } from '../units.ts'
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
 * Lists the newest traces of a range: ids from the newest summaries first, and from all of them only when those were not enough.
 * For the next page, pass the last trace's `startNs` as `range.to`.
 *
 * @returns At most `limit` traces, newest first; an empty array when nothing matched.
 * @throws {StoreError} Any kind. `rejected` means that our SQL is at fault, not the caller.
 */
export async function listTraces(store: Store, query: TraceQuery, signal?: AbortSignal): Promise<TraceSummary[]> {
  const newest = await listCut(store, query, BigInt(query.limit * SUMMARIES_PER_TRACE), signal)
  return newest.length < query.limit ? listCut(store, query, ALL, signal) : newest
}

async function listCut(store: Store, query: TraceQuery, enough: bigint, signal?: AbortSignal): Promise<TraceSummary[]> {
  const { range, service = '', route = '', failedOnly = false, minDurationNs = 0n, text = '', limit } = query
  const found = await store.ask(
    {
      sql,
      params: {
        fromNs: range.from,
        toNs: range.to,
        enough,
        service,
        route,
        failedOnly: failedOnly ? 1 : 0,
        minDurationNs,
        text,
        limit: limit + SPARE,
      },
      decode: row.parse,
    },
    signal,
  )
  const traces = await listTracesById(store, { traceIds: found.map(({ traceId }) => traceId) }, signal)
  return traces.filter(({ startNs }) => startNs >= range.from && startNs < range.to).slice(0, limit)
}

const row = z.object({ traceId })
