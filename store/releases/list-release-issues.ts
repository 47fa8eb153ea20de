import { z } from 'zod'
import { countAffected } from '../issues/count-affected.ts'
import { knownAffected } from '../issues/known-affected.ts'
import { listIssueTitles } from '../issues/list-issue-titles.ts'
import { type Merges, mergeSqlParams } from '../issues/merges.ts'
import { readIssueEvents } from '../issues/read-states.ts'
import type { Store } from '../store.ts'
import { countColumn, int64, type Ns } from '../units.ts'
import sql from './list-release-issues.sql?raw'
import type { Release } from './list-releases.ts'

export interface ReleaseIssue {
  readonly issue: string
  readonly service: string
  /**
   * 'new': not seen before the release. 'back': seen earlier, but not in the previous release. 'gone': seen in the previous release, not in
   * this one. 'still': seen in both.
   */
  readonly change: 'new' | 'back' | 'gone' | 'still'
  /** In the release; of issues that are gone, in the previous release. */
  readonly exceptions: number
  /** In the previous release. */
  readonly exceptionsBefore: number
  /** Where `exceptions` are: whom they name, or else whom the newest traces name. */
  readonly sessions: number
  readonly users: number
  readonly hasMoreSessions: boolean
  readonly hasMoreUsers: boolean
  /** How many issues have this change, including this one. */
  readonly total: number
  /** In either release. */
  readonly lastNs: Ns
  /** Of the latest exception of any release; '' if its exceptions have expired. */
  readonly type: string
  readonly message: string
}

/**
 * Lists the issues that are new, back, gone or still seen in a release, compared with the previous release of each of its services. After merges and
 * grouping rules.
 *
 * @param options.of The release in each of its services.
 * @param options.limit of each change, 1 to 100
 * @returns By change, then most frequent first.
 * @throws {StoreError} Any kind.
 */
export async function listReleaseIssues(
  store: Store,
  { of, environment = '', limit }: { of: readonly Release[]; environment?: string; limit: number },
  signal?: AbortSignal,
): Promise<ReleaseIssue[]> {
  const [first] = of
  if (first === undefined) return []
  const { merges } = await readIssueEvents(store, {}, signal)
  const pairs = { release: first.release, ...releasePairParams(of), environment }
  const params = { ...pairs, ...mergeSqlParams(merges), ofEach: limit, limit: 4 * limit }
  const rows = await store.query({ name: 'list-release-issues', sql, params, decode: row.parse }, signal)
  const issues = [...new Set(rows.map(({ issue }) => issue))]
  const [summaries, traced] = await Promise.all([
    listIssueTitles(store, { issues, merges }, signal),
    countInTraces(store, { rows, of, environment, merges }, signal),
  ])
  return rows.map(change => {
    const { type = '', message = '' } = summaries.get(change.issue) ?? {}
    const sessions = knownAffected('sessions', change.sessions, traced.get(change))
    const users = knownAffected('users', change.users, traced.get(change))
    return {
      ...change,
      sessions: sessions.count,
      users: users.count,
      hasMoreSessions: sessions.hasMore,
      hasMoreUsers: users.hasMore,
      type,
      message,
    }
  })
}

interface TracedQuery {
  readonly rows: readonly Row[]
  readonly of: readonly Release[]
  readonly environment: string
  readonly merges: Merges
}

/** Users and sessions of the rows, those that traces name too, each in the release that it counts. */
async function countInTraces(
  store: Store,
  { rows, of, environment, merges }: TracedQuery,
  signal: AbortSignal | undefined,
) {
  const parts = of.flatMap(({ service, release, previous, previousBeganNs }) =>
    [true, false].map(isGone => {
      const asked = rows.filter(row => row.service === service && (row.change === 'gone') === isGone)
      const toNs = asked.reduce((latest, { lastNs }) => (lastNs >= latest ? lastNs + 1n : latest), previousBeganNs)
      const query = {
        issues: asked.map(({ issue }) => issue),
        merges,
        range: { from: previousBeganNs, to: toNs },
        service,
        environment,
        release: isGone ? previous : release,
      }
      return { asked, query }
    }),
  )
  const counted = await Promise.all(
    parts.map(async ({ asked, query }) => {
      const byIssue = await countAffected(store, query, signal)
      return asked.map(row => [row, byIssue.get(row.issue)] as const)
    }),
  )
  return new Map(counted.flat())
}

/** Parameters that name the compared releases of each service. */
export function releasePairParams(of: readonly Release[]) {
  return {
    services: of.map(({ service }) => service),
    previous: of.map(({ previous }) => previous),
    sinceNs: of.map(({ previousBeganNs }) => previousBeganNs),
    firstNs: of.map(({ beganNs }) => beganNs),
  }
}

type Row = z.output<typeof row>

const row = z.object({
  issue: z.string(),
  service: z.string(),
  change: z.enum(['new', 'back', 'gone', 'still']),
  exceptions: countColumn,
  exceptionsBefore: countColumn,
  sessions: countColumn,
  users: countColumn,
  total: countColumn,
  lastNs: int64,
})
