import type { Cursor } from '../../../store/newest-first.ts'
import { listSessionEvents } from '../../../store/sessions/list-session-events.ts'
import { listTracesById } from '../../../store/traces/list-traces-by-id.ts'
import { parseTraceId } from '../../../store/units.ts'
import { query } from '../../server/query.ts'

interface EventQuery {
  readonly sessionId: string
  /** The end of the previous page. */
  readonly after?: Cursor | undefined
  readonly limit: number
}

/** The events of a session, oldest first, and the services of each trace that starts among them. */
export async function queryEvents(args: Parameters<typeof query>[0], { sessionId, after, limit }: EventQuery) {
  const found = await query(args, listSessionEvents, { sessionId, after, limit: limit + 1 })
  const steps = found.slice(0, limit)
  const traceIds = [...new Set(steps.filter(({ isRoot }) => isRoot).map(({ traceId }) => parseTraceId(traceId)))]
  const traces = await query(args, listTracesById, { traceIds: traceIds.filter(id => id !== undefined) })
  const servicesOf = Object.fromEntries(traces.map(({ traceId, services }) => [traceId, services]))
  return { steps, servicesOf, hasMore: found.length > limit }
}
