import { listSessionHistory, type SessionHistoryEvent } from '../../../store/sessions/list-session-history.ts'
import type { Store } from '../../../store/store.ts'
import { HOUR_NS } from '../../../store/time-units.ts'
import { getTrace } from '../../../store/traces/get-trace.ts'
import type { Ns, TraceId } from '../../../store/units.ts'
import { addUserActions } from '../session-events/arrange-steps.ts'

const SESSION_STEPS = 30
const SESSION_BEFORE_NS = HOUR_NS
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

/** The trace of an exception, and the events of its session in the hour before, including what the visitor did and the exception. */
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
  const steps = withUserActions(session.slice(0, SESSION_STEPS))
  return { traceId, trace, session: steps, hasMoreSteps: session.length > SESSION_STEPS }
}

/** With what the visitor did as events of their own, which an exception then need not repeat. Newest first. */
function withUserActions(steps: readonly SessionHistoryEvent[]): readonly SessionHistoryEvent[] {
  const all = addUserActions(steps.toReversed())
  if (all.length === steps.length) return steps
  return all.toReversed().map(({ attributes: { 'errata.user_actions': _, ...attributes }, ...step }) => ({
    ...step,
    attributes,
  }))
}
