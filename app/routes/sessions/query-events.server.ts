import { listReleaseOrder } from '../../../store/issue-counts/list-release-order.ts'
import { NO_MERGES } from '../../../store/issue-events/merges.ts'
import type { Cursor } from '../../../store/newest-first.ts'
import { nameIssues } from '../../../store/session-issues/name-issues.ts'
import { listSessionEvents } from '../../../store/sessions/list-session-events.ts'
import type { Session } from '../../../store/sessions/list-sessions.ts'
import { listTracesById } from '../../../store/traces/list-traces-by-id.ts'
import { parseTraceId } from '../../../store/units.ts'
import { query } from '../../server/query.ts'
import { describeOutlooks } from './describe-issues.server.ts'

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

/** The issues of sessions, named, and what became of them. */
export async function queryOutlooks(args: Parameters<typeof query>[0], sessions: readonly Session[], nowMs: number) {
  const named = await query(args, nameIssues, { sessions, nowNs: BigInt(nowMs) * 1_000_000n })
  const releases = await query(args, listReleaseOrder, { issues: [...named.keys()], merges: NO_MERGES })
  return { named, releases, outlooks: describeOutlooks(named, releases) }
}
