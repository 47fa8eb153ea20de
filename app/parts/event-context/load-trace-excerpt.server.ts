import type { Exception } from '../../../store/exceptions/exception.ts'
import { findAttempts } from '../../../store/spans/find-attempts.ts'
import { findRepeatedSpans } from '../../../store/spans/find-repeated-spans.ts'
import type { Store } from '../../../store/store.ts'
import { listTraceLogs } from '../../../store/traces/list-trace-logs.ts'
import { parseTraceId } from '../../../store/units.ts'
import { describeAnswers } from '../../insights/describe-answers.server.ts'
import { describeRow } from '../session-events/describe-event.ts'
import { describeNearestLogs } from './describe-nearest-logs.server.ts'
import { excerptTrace } from './excerpt.ts'
import { loadEventContext } from './read-event-context.server.ts'

/** Log records of a trace, of which the nearest are shown. */
const [MAX_LOGS, MAX_LOG_CHARS] = [500, 300]

/** The part of the trace around an event, and the breadcrumbs of its session. */
export async function loadTraceExcerpt(store: Store, found: Exception | undefined, signal?: AbortSignal) {
  if (found === undefined) return undefined
  const traceId = parseTraceId(found.traceId)
  const [context, logs] = await Promise.all([
    loadEventContext(store, { ...found, traceId }, signal),
    traceId === undefined ? [] : listTraceLogs(store, { traceId, chars: MAX_LOG_CHARS, limit: MAX_LOGS }, signal),
  ])
  const repeated = findRepeatedSpans(context.trace?.spans ?? [], new Set([found.spanId]))
  const attempts = findAttempts(context.trace?.spans ?? []).find(({ spanIds }) => spanIds.includes(found.spanId))
  const excerpt = context.trace && excerptTrace(context.trace, found, undefined, repeated)
  const shown = new Set(excerpt?.spans.map(({ spanId }) => spanId))
  return {
    excerpt,
    answers: context.trace === undefined ? '' : describeAnswers(context.trace),
    attempts: attempts?.failed ?? 1,
    repeated: repeated.filter(({ spanIds: [first = ''] }) => shown.has(first)),
    logs: describeNearestLogs(logs, found.atNs),
    steps: context.session.map(describeRow),
    hasMoreSteps: context.hasMoreSteps,
  }
}
