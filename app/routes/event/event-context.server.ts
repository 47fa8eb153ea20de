import { listSessionHistory } from '../../../store/sessions/list-session-history.ts'
import type { Store } from '../../../store/store.ts'
import { getTrace } from '../../../store/traces/get-trace.ts'
import type { Ns, TraceId } from '../../../store/units.ts'

const SESSION_STEPS = 30
const SESSION_BEFORE_NS = 3_600_000_000_000n
/** Of the trace that is shown with an exception; the trace's own page shows more. */
const MAX_SPANS = 200
/** Maximum of each attribute; all but URLs are shorter. */
const MAX_ATTRIBUTE_CHARS = 2_000

interface EventPosition {
  readonly traceId: TraceId | undefined
  readonly atNs: Ns
  /** If they are known already. */
  readonly spanId?: string
  readonly sessionId?: string
}

/** The trace of an exception, and the events of its session in the hour before, including the exception. */
export async function loadEventContext(
  store: Store,
  { traceId, atNs, spanId, sessionId = '' }: EventPosition,
  signal?: AbortSignal,
) {
  const range = { from: atNs - SESSION_BEFORE_NS, to: atNs + 1n }
  const [trace, session] = await Promise.all([
    traceId && getTrace(store, { traceId, maxSpans: MAX_SPANS, chars: MAX_ATTRIBUTE_CHARS, spanId }, signal),
    traceId === undefined && sessionId === ''
      ? []
      : listSessionHistory(store, { sessionId, traceId, range, limit: SESSION_STEPS + 1 }, signal),
  ])
  return { traceId, trace, session: session.slice(0, SESSION_STEPS), hasMoreSteps: session.length > SESSION_STEPS }
}
