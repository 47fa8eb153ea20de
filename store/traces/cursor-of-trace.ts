import type { Cursor } from '../newest-first.ts'
import type { TraceOrder } from './list-sorted-trace-ids.ts'
import type { TraceState } from './list-traces-by-id.ts'

/** Where a trace stands in a list: where the page after it begins. */
export function cursorOfTrace(
  { startNs, durationNs, traceId }: Pick<TraceState, 'startNs' | 'durationNs' | 'traceId'>,
  by: TraceOrder['by'] = 'start',
): Cursor {
  return { atNs: by === 'duration' ? durationNs : startNs, id: traceId }
}
