import { z } from 'zod'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { listTraceUsers, MAX_TRACES } from '../traces/list-trace-users.ts'
import type { TimeRange } from '../units.ts'
import sql from './count-affected.sql?raw'
import type { AffectedCount } from './known-affected.ts'
import { issueIdParams, type Merges } from './merges.ts'

/** As many as the page of an issue reads. */
const MAX_PER_ISSUE = 100

/**
 * Counts the users and sessions in the traces of issues: exceptions of a server rarely name them, but another span of their trace does. Of
 * fifty issues the newest twenty errors each are read, of ten or fewer the newest hundred.
 *
 * @param query.issues At most a hundred.
 * @returns By issue; no entry for an issue without exceptions.
 * @throws {StoreError} Any kind.
 */
export async function countAffected(
  store: Store,
  query: ScopeFilter & {
    readonly issues: readonly string[]
    readonly merges: Merges
    readonly range: TimeRange
    /** Browser or server, by the service name; '' for both. */
    readonly side?: '' | 'browser' | 'server'
  },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, AffectedCount>> {
  const { issues, merges, range, side = '' } = query
  if (issues.length === 0) return new Map()
  const perIssue = Math.min(MAX_PER_ISSUE, Math.floor(MAX_TRACES / issues.length))
  const params = {
    ...issueIdParams(issues, merges),
    ...scopeFilterParams(query),
    fromNs: range.from,
    toNs: range.to,
    side,
    perIssue: perIssue + 1,
    limit: (perIssue + 1) * issues.length,
  }
  const rows = await store.query({ name: 'count-affected', sql, params, decode: row.parse }, signal)
  const read = [...Map.groupBy(rows, ({ issue }) => issue)].map(
    ([issue, of]) => ({ issue, errors: of.slice(0, perIssue), hasMore: of.length > perIssue }) as const,
  )
  const traceIds = new Set(read.flatMap(({ errors }) => errors.flatMap(({ traceId }) => traceId || [])))
  const users = await listTraceUsers(store, { traceIds: [...traceIds] }, signal)
  const byTrace = new Map(users.map(of => [of.traceId, of]))
  return new Map(
    read.map(({ issue, errors, hasMore }) => [
      issue,
      {
        users: countDistinct(errors.map(({ traceId }) => byTrace.get(traceId)?.userId)),
        sessions: countDistinct(errors.map(({ traceId, sessionId }) => sessionId || byTrace.get(traceId)?.sessionId)),
        hasMore,
      },
    ]),
  )
}

const countDistinct = (names: readonly (string | undefined)[]) => new Set(names.filter(Boolean)).size

const row = z.object({ issue: z.string(), traceId: z.string(), sessionId: z.string() })
