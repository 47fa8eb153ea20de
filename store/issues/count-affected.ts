import { z } from 'zod'
import { scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { MAX_TRACES } from '../traces/list-trace-users.ts'
import sql from './count-affected.sql?raw'
import { type AffectedQuery, countAffectedWithTraces } from './count-affected-with-traces.ts'
import type { AffectedCount } from './known-affected.ts'
import { issueIdParams } from './merges.ts'

/** As many as the page of an issue reads. */
const MAX_PER_ISSUE = 100

/**
 * Counts the users and sessions that are affected by issues: exceptions of a server rarely name them, but another span of their trace does.
 * Of fifty issues the traces of the newest twenty errors each are read, of ten or fewer those of the newest hundred.
 *
 * @returns By issue; no entry for an issue without exceptions, and 0 where no trace tells more than they name.
 * @throws {StoreError} Any kind.
 */
export async function countAffected(
  store: Store,
  query: AffectedQuery,
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
  if (rows.length === 0) return new Map()
  const read = [...Map.groupBy(rows, ({ issue }) => issue)].map(
    ([issue, of]) => ({ issue, errors: of.slice(0, perIssue), isCut: of.length > perIssue }) as const,
  )
  const all = read.flatMap(({ errors }) => errors)
  const { counts } = all.some(one => one.traceId !== '' && isUnnamed(one))
    ? await countAffectedWithTraces(store, { ...query, errors: all }, signal)
    : { counts: new Map<string, never>() }
  return new Map(
    read.map(({ issue, errors, isCut }) => [
      issue,
      {
        ...(counts.get(issue) ?? { users: 0, sessions: 0 }),
        hasMore: isCut && errors.some(isUnnamed),
      },
    ]),
  )
}

const isUnnamed = ({ sessionId, user }: Row) => sessionId === '' || user === ''

type Row = z.output<typeof row>

const row = z.object({ issue: z.string(), traceId: z.string(), sessionId: z.string(), user: z.string() })
