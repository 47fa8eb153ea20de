import type { Cursor } from '../newest-first.ts'
import type { SpanCounts } from '../spans/list-span-counts.ts'
import type { TraceOrder } from './list-sorted-trace-ids.ts'
import type { TraceAggregate } from './list-traces-by-id.ts'

/** The cursor of a trace in a list: the next page starts after it. */
export function cursorOfTrace(
  {
    startNs,
    durationNs,
    spanCount,
    traceId,
  }: Pick<TraceAggregate & SpanCounts, 'startNs' | 'durationNs' | 'spanCount' | 'traceId'>,
  by: TraceOrder['by'] = 'start',
): Cursor {
  return { atNs: { start: startNs, duration: durationNs, spans: BigInt(spanCount) }[by], id: traceId }
}
