import { listReleaseOrder } from '../../../store/issues/list-release-order.ts'
import { NO_MERGES } from '../../../store/issues/merges.ts'
import { nameIssues } from '../../../store/issues/name-issues.ts'
import type { Cursor } from '../../../store/newest-first.ts'
import { listServerEvents } from '../../../store/sessions/list-server-events.ts'
import { listSessionEvents } from '../../../store/sessions/list-session-events.ts'
import type { Session } from '../../../store/sessions/list-sessions.ts'
import { listTracesById } from '../../../store/traces/list-traces-by-id.ts'
import { parseTraceId } from '../../../store/units.ts'
import { query } from '../../data/query.ts'
import { describeOutlooks } from '../../parts/session-events/describe-issues.server.ts'

interface EventQuery {
  readonly sessionId: string
  /** The end of the previous page. */
  readonly after?: Cursor | undefined
  readonly limit: number
  /** How many requests and log records of servers are read of each trace that starts among the events. @default none */
  readonly perTrace?: number
}

/** The events of a session, oldest first, and of each trace that starts among them the services and what servers did. */
export async function queryEvents(
  args: Parameters<typeof query>[0],
  { sessionId, after, limit, perTrace = 0 }: EventQuery,
) {
  const found = await query(args, listSessionEvents, { sessionId, after, limit: limit + 1 })
  const steps = found.slice(0, limit)
  const started = [...new Set(steps.filter(({ isRoot }) => isRoot).map(({ traceId }) => parseTraceId(traceId)))]
  const traceIds = started.filter(id => id !== undefined)
  const [traces, served] = await Promise.all([
    query(args, listTracesById, { traceIds }),
    perTrace === 0 ? [] : query(args, listServerEvents, { traceIds, perTrace }),
  ])
  const servicesOf = Object.fromEntries(traces.map(({ traceId, services }) => [traceId, services]))
  return { steps, servicesOf, served, hasMore: found.length > limit }
}

/** The issues of sessions, named, and what became of them. */
export async function queryOutlooks(args: Parameters<typeof query>[0], sessions: readonly Session[], nowMs: number) {
  const named = await query(args, nameIssues, { sessions, nowNs: BigInt(nowMs) * 1_000_000n })
  const releases = await query(args, listReleaseOrder, { issues: [...named.keys()], merges: NO_MERGES })
  return { named, releases, outlooks: describeOutlooks(named, releases) }
}
