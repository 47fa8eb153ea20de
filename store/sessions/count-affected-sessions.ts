import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { countColumn } from '../columns.ts'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { divideIntoParts, EXCEPTION_BUCKETS, writeParts } from '../stored-parts.ts'
import { listTraceUsers } from '../traces/list-trace-users.ts'
import { listTracesWithoutSession } from '../traces/list-traces-without-session.ts'
import type { TimeRange } from '../units.ts'
import sql from './count-affected-sessions.sql?raw'

export interface AffectedSessions {
  readonly now: number
  readonly before: number
}

/** Of each period; their sessions are parameters of a query. */
const MAX_TRACES_OF_EACH = 500

/**
 * Counts the sessions with an exception, now and before. An exception of a server rarely names its session, but another span of its trace
 * does: the newest of them are counted so, up to 500 traces in each period.
 *
 * @throws {StoreError} Any kind.
 */
export async function countAffectedSessions(
  store: Store,
  { comparison, ...filter }: ScopeFilter & { comparison: ComparedPeriods },
  signal?: AbortSignal,
): Promise<AffectedSessions> {
  const { beforeNs, fromNs, toNs } = comparison
  const [before, now] = [
    { from: beforeNs, to: fromNs },
    { from: fromNs, to: toNs },
  ]
  const sessionsOfTraces = async (range: TimeRange) => {
    const traceIds = await listTracesWithoutSession(store, { range, limit: MAX_TRACES_OF_EACH, ...filter }, signal)
    const users = await listTraceUsers(store, { traceIds }, signal)
    return users.flatMap(({ sessionId }) => sessionId || [])
  }
  const [sessionsNow, sessionsBefore] = await Promise.all([sessionsOfTraces(now), sessionsOfTraces(before)])
  const params = {
    fromNs,
    ...scopeFilterParams(filter),
    sessionsNow,
    sessionsBefore,
    limit: 1,
  }
  const statement = { name: 'count-affected-sessions', sql, params, decode: row.parse }
  const parts = [before, now].map(range => divideIntoParts(range, EXCEPTION_BUCKETS))
  const [hit] = await store.query(
    bindExpressions(statement, bind => writeParts(parts, bind)),
    signal,
  )
  return hit ?? { now: 0, before: 0 }
}

const row = z.object({ now: countColumn, before: countColumn })
