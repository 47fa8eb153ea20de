import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { countColumn } from '../columns.ts'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { divideIntoParts, EXCEPTION_BUCKETS, writeParts } from '../stored-parts.ts'
import { MAX_TRACES, type TraceUser } from '../traces/list-trace-users.ts'
import type { TimeRange } from '../units.ts'
import sql from './count-affected-with-traces.sql?raw'
import { issueIdParams, type Merges } from './merges.ts'

/** An exception, of which a trace may tell what it does not name. */
export interface TracedError {
  readonly issue: string
  /** '' for none. */
  readonly traceId: string
  readonly sessionId: string
  readonly user: string
}

export interface AffectedQuery extends ScopeFilter {
  /** At most a hundred. */
  readonly issues: readonly string[]
  readonly merges: Merges
  readonly range: TimeRange
  /** Browser or server, by the service name; '' for both. */
  readonly side?: '' | 'browser' | 'server'
}

interface AffectedWithTraces {
  /** By issue. */
  readonly counts: ReadonlyMap<string, { readonly users: number; readonly sessions: number }>
  readonly traces: readonly TraceUser[]
}

/**
 * Counts the sessions and users that are affected by issues in a range: those that all of their exceptions name, and of `errors` that name
 * none those of their traces.
 *
 * @param query.errors Of their traces the first {@link MAX_TRACES} are read.
 * @param query.others Further traces to read.
 * @throws {StoreError} Any kind.
 */
export async function countAffectedWithTraces(
  store: Store,
  query: AffectedQuery & { readonly errors: readonly TracedError[]; readonly others?: readonly string[] },
  signal?: AbortSignal,
): Promise<AffectedWithTraces> {
  const { issues, merges, range, side = '', errors, others = [] } = query
  const traced = errors.filter(({ traceId, sessionId, user }) => traceId !== '' && (sessionId === '' || user === ''))
  const traceIds = [...new Set([...others, ...traced.map(({ traceId }) => traceId)])]
    .filter(Boolean)
    .slice(0, MAX_TRACES)
  const placeOf = new Map(traceIds.map((traceId, at) => [traceId, BigInt(at + 1)]))
  const places = (of: readonly TracedError[]) =>
    [...new Set(of.map(({ issue, traceId }) => `${issues.indexOf(issue) + 1} ${placeOf.get(traceId) ?? 0n}`))]
      .map(pair => pair.split(' ').map(BigInt))
      .filter(([, trace]) => trace !== 0n)
  const ofSessions = places(traced.filter(({ sessionId }) => sessionId === ''))
  const ofUsers = places(traced.filter(({ user }) => user === ''))
  const params = {
    ...issueIdParams(issues, merges),
    ...scopeFilterParams(query),
    side,
    issues,
    traceIds,
    sessionIssues: ofSessions.map(([issue = 0n]) => issue),
    sessionTraces: ofSessions.map(([, trace = 0n]) => trace),
    userIssues: ofUsers.map(([issue = 0n]) => issue),
    userTraces: ofUsers.map(([, trace = 0n]) => trace),
    limit: 1_000,
  }
  const statement = { name: 'count-affected-with-traces', sql, params, decode: row.parse }
  const parts = [divideIntoParts(range, EXCEPTION_BUCKETS)]
  const rows = await store.query(
    bindExpressions(statement, bind => writeParts(parts, bind)),
    signal,
  )
  return {
    counts: new Map(rows.flatMap(({ issue, users, sessions }) => (issue === '' ? [] : [[issue, { users, sessions }]]))),
    traces: rows
      .filter(({ issue }) => issue === '')
      .flatMap(({ traceIds, sessionIds, userIds }) =>
        traceIds.map((traceId, i) => ({ traceId, sessionId: sessionIds[i] ?? '', userId: userIds[i] ?? '' })),
      ),
  }
}

const texts = z.array(z.string())
const row = z.object({
  issue: z.string(),
  sessions: countColumn,
  users: countColumn,
  traceIds: texts,
  sessionIds: texts,
  userIds: texts,
})
