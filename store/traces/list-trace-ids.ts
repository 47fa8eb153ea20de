import { z } from 'zod'
import { int64, traceIdColumn } from '../columns.ts'
import type { Cursor, PageQueryParams } from '../newest-first.ts'
import type { Store } from '../store.ts'
import type { Ns, TraceId } from '../units.ts'
import sql from './list-trace-ids.sql?raw'

/** A candidate for a trace list. */
export interface TraceCandidate extends Cursor {
  readonly id: TraceId
  /** Start of its root, or of what may be the root in a part of the trace. */
  readonly atNs: Ns
}

/**
 * Finds candidates in a window of a list without filters: the first step of {@link listTraces}.
 *
 * @param options.hidden Services whose roots to leave out.
 * @returns Newest first, then by id, each trace once. It contains every trace whose root is in the window, and maybe others, which only the
 * whole trace shows.
 * @throws {StoreError} Any kind.
 */
export function listTraceIds(
  store: Store,
  { hidden = [], window }: { hidden?: readonly string[] | undefined; window: PageQueryParams },
  signal?: AbortSignal,
): Promise<TraceCandidate[]> {
  return store.query(
    { name: 'list-trace-ids', sql, params: { ...window, hidden }, decode: traceCandidateRow.parse },
    signal,
  )
}

/** Decodes a {@link TraceCandidate}. */
export const traceCandidateRow = z.object({ id: traceIdColumn, atNs: int64 })
