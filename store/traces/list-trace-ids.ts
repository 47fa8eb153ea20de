import { z } from 'zod'
import type { Cursor, ReadWindow } from '../newest-first.ts'
import type { Store } from '../store.ts'
import { int64, type Ns, type TraceId, traceId } from '../units.ts'
import sql from './list-trace-ids.sql?raw'

/** A trace that may be in a list. */
export interface TraceCandidate extends Cursor {
  readonly id: TraceId
  /** When its root began, or what looks like it in a part of the trace. */
  readonly atNs: Ns
}

/**
 * Finds which traces may be in a window of a list without filters: the first step of {@link listTraces}.
 *
 * @param options.hidden Services whose roots are left out.
 * @returns Newest first, then by id, each trace once. Every trace is among them whose root lies in the window; others may be, which only a
 * look at the whole trace can tell.
 * @throws {StoreError} Any kind.
 */
export function listTraceIds(
  store: Store,
  { hidden = [], window }: { hidden?: readonly string[] | undefined; window: ReadWindow },
  signal?: AbortSignal,
): Promise<TraceCandidate[]> {
  return store.query(
    { name: 'list-trace-ids', sql, params: { ...window, hidden }, decode: traceCandidateRow.parse },
    signal,
  )
}

/** Decodes a {@link TraceCandidate}. */
export const traceCandidateRow = z.object({ id: traceId, atNs: int64 })
