import type { Cursor } from '../newest-first.ts'
import type { TraceOrder } from './list-sorted-trace-ids.ts'
import type { SpanCounts } from './list-span-counts.ts'
import type { TraceState } from './list-traces-by-id.ts'

/** Where a trace stands in a list: where the page after it begins. */
export function cursorOfTrace(
  {
    startNs,
    durationNs,
    spanCount,
    traceId,
  }: Pick<TraceState & SpanCounts, 'startNs' | 'durationNs' | 'spanCount' | 'traceId'>,
  by: TraceOrder['by'] = 'start',
): Cursor {
  return { atNs: { start: startNs, duration: durationNs, spans: BigInt(spanCount) }[by], id: traceId }
}
