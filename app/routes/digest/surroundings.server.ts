import { listSessionHistory } from '../../../store/sessions/list-session-history.ts'
import { getTrace, type Trace } from '../../../store/traces/get-trace.ts'
import type { Ns, TraceId } from '../../../store/units.ts'
import { askStore } from '../../ask-store.server.ts'

const SESSION_STEPS = 50
const SESSION_BEFORE_NS = 3_600_000_000_000n
/** Of the trace that is shown with an exception; the trace's own page shows more. */
const MAX_SPANS = 200

interface Where {
  readonly traceId: TraceId | undefined
  readonly atNs: Ns
  /** Where it is known already. */
  readonly spanId?: string
}

/** The trace of an exception, and what the same session did in the hour before. */
export async function surroundings(args: Parameters<typeof askStore>[0], { traceId, atNs, spanId }: Where) {
  if (traceId === undefined) return { traceId, trace: undefined, session: [] }
  const range = { from: atNs - SESSION_BEFORE_NS, to: atNs }
  const [trace, session] = await Promise.all([
    askStore(args, getTrace, { traceId, maxSpans: MAX_SPANS, spanId }),
    askStore(args, listSessionHistory, { traceId, range, limit: SESSION_STEPS }),
  ])
  return { traceId, trace, session }
}

/** True also where the store has no such span to show: to ask again would not help. */
export function hasSpan(trace: Trace | undefined, spanId: string): boolean {
  if (trace === undefined || trace.spans.length === trace.totalSpans) return true
  return trace.spans.some(span => span.spanId === spanId)
}
