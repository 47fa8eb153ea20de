import { fillPage } from '../fill-page.ts'
import {
  type Cursor,
  isCursorInWindow,
  type PageQueryParams,
  type PageRequest,
  readNewestFirst,
} from '../newest-first.ts'
import { listMovedSpans } from '../spans/list-moved-spans.ts'
import { listSpanCounts, type SpanCounts } from '../spans/list-span-counts.ts'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import { cursorOfTrace } from './cursor-of-trace.ts'
import { listSortedTraceIds, type TraceOrder } from './list-sorted-trace-ids.ts'
import { listTraceIds, type TraceCandidate } from './list-trace-ids.ts'
import { listTraceIdsByDuration } from './list-trace-ids-by-duration.ts'
import { listTraceIdsBySpans } from './list-trace-ids-by-spans.ts'
import { listTracesById, type TraceAggregate } from './list-traces-by-id.ts'
import { hasTraceFilters, type TraceFilter } from './trace-filter.ts'

/** A trace in a list. */
export interface TraceSummary extends TraceAggregate, SpanCounts {
  /** The sender's time, Unix nanoseconds, if the Collector moved spans of the root's service. */
  readonly originalTime?: string
}

/** A trace is in the range if its root starts in it; the rest of the trace may be anywhere. Its cursor is {@link cursorOfTrace}. */
export interface ListTracesParams extends TraceFilter, PageRequest {
  /** @default newest first */
  readonly order?: TraceOrder
}

const NEWEST_FIRST: TraceOrder = { by: 'start', rising: false }

/**
 * Lists the traces of a range: those whose root starts in it and that match the filter, each as a whole.
 *
 * @returns At most `limit` traces, in the requested order, then by id; an empty array if nothing matched.
 * @throws {StoreError} Any kind. `rejected` means that our SQL is at fault, not the caller.
 */
export function listTraces(store: Store, query: ListTracesParams, signal?: AbortSignal): Promise<TraceSummary[]> {
  const { range, after, limit, order = NEWEST_FIRST, ...filter } = query
  if (order.by !== 'start' || order.rising) return listSorted(store, { ...query, order }, signal)
  return readNewestFirst(
    { range, after, limit },
    window => listWindow(store, { filter, window }, signal),
    async (candidates, window) => {
      const traces = await readWholeTraces(store, { candidates, filter }, signal)
      // The root of a candidate may lie elsewhere: on another page, or outside the range.
      return traces.filter(trace => isCursorInWindow(cursorOfTrace(trace), window))
    },
  )
}

function listWindow(
  store: Store,
  { filter, window }: { filter: TraceFilter; window: PageQueryParams },
  signal?: AbortSignal,
): Promise<TraceCandidate[]> {
  if (!hasTraceFilters(filter)) return listTraceIds(store, { hidden: filter.hidden, window }, signal)
  const { fromNs, beforeNs, afterId, limit } = window
  const range = { from: fromNs, to: beforeNs + 1n }
  const after = { atNs: beforeNs, id: afterId }
  return listSortedTraceIds(store, { range, filter, order: NEWEST_FIRST, after, limit }, signal)
}

const FIRST_STEPS = { start: listSortedTraceIds, duration: listTraceIdsByDuration, spans: listTraceIdsBySpans }

/** Reads the whole range for each page, because rows are stored by time. */
function listSorted(
  store: Store,
  { range, after, limit, order, ...filter }: ListTracesParams & { order: TraceOrder },
  signal?: AbortSignal,
): Promise<TraceSummary[]> {
  return fillPage<Cursor | undefined, Cursor & { id: TraceId }, TraceSummary>(
    { start: after, limit },
    (after, wanted) => {
      const part = { range, filter, order, after, limit: wanted }
      return FIRST_STEPS[order.by](store, part, signal)
    },
    async (candidates, { start, end }) => {
      const traces = await readWholeTraces(store, { candidates, filter }, signal)
      const isBefore = (place: Cursor, other: Cursor) => compareCursors(place, other, order) <= 0
      return traces
        .filter(({ startNs }) => startNs >= range.from && startNs < range.to)
        .map(trace => ({ trace, place: cursorOfTrace(trace, order.by) }))
        .filter(({ place }) => start === undefined || !isBefore(place, start))
        .filter(({ place }) => end === undefined || isBefore(place, end))
        .toSorted((a, b) => compareCursors(a.place, b.place, order))
        .map(({ trace }) => trace)
    },
  )
}

function compareCursors(a: Cursor, b: Cursor, { rising }: TraceOrder): number {
  if (a.atNs === b.atNs) return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
  return a.atNs < b.atNs === rising ? -1 : 1
}

async function readWholeTraces(
  store: Store,
  { candidates, filter }: { candidates: readonly { readonly id: TraceId }[]; filter: TraceFilter },
  signal: AbortSignal | undefined,
): Promise<TraceSummary[]> {
  const traceIds = [...new Set(candidates.map(({ id }) => id))]
  const [states, counts, movedSpans] = await Promise.all([
    listTracesById(store, { traceIds, filter }, signal),
    listSpanCounts(store, { traceIds }, signal),
    listMovedSpans(store, { traceIds }, signal),
  ])
  const countsOf = new Map(counts.map(counted => [counted.traceId, counted]))
  const movedOf = new Map(movedSpans.map(moved => [`${moved.traceId} ${moved.service}`, moved.originalTime]))
  return states.map(state => {
    const originalTime = movedOf.get(`${state.traceId} ${state.service}`)
    const summary = { spanCount: 0, failedSpanCount: 0, failedServices: [], ...countsOf.get(state.traceId), ...state }
    return originalTime === undefined ? summary : { ...summary, originalTime }
  })
}
