import type { Cursor } from '../newest-first.ts'
import type { TraceOrder } from './list-sorted-trace-ids.ts'
import type { TraceState } from './list-traces-by-id.ts'

/** The cursor of a trace in a list: the next page starts after it. */
export function cursorOfTrace(
  { startNs, durationNs, traceId }: Pick<TraceState, 'startNs' | 'durationNs' | 'traceId'>,
  by: TraceOrder['by'] = 'start',
): Cursor {
  return { atNs: by === 'duration' ? durationNs : startNs, id: traceId }
}
