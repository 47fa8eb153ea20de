import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { booleanColumn, countColumn, int64 } from '../columns.ts'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { divideIntoParts, EXCEPTION_BUCKETS, writeParts } from '../stored-parts.ts'
import type { Ns } from '../units.ts'
import { countAffected } from './count-affected.ts'
import { knownAffected } from './known-affected.ts'
import sql from './list-issue-changes.sql?raw'
import { listIssueTitles } from './list-issue-titles.ts'
import { mergeSqlParams } from './merges.ts'
import { deriveStatesFromEvents, readIssueEvents } from './read-states.ts'

export interface IssueChange {
  readonly issue: string
  /** Exceptions, at least one now. */
  readonly now: number
  readonly before: number
  /** Not seen before, as long as issues are kept. */
  readonly isNew: boolean
  readonly firstSeenNs: Ns
  readonly lastSeenNs: Ns
  /** Users now, at least so many if `hasMoreUsers`: those that exceptions name, and those of the newest traces of the others. */
  readonly users: number
  readonly hasMoreUsers: boolean
  /** When it was first seen in its newest release. */
  readonly newestReleaseNs: Ns
  /** exception.type and exception.message of the first, and service of the latest exception; '' if its exceptions have expired. */
  readonly type: string
  readonly message: string
  readonly service: string
}

/**
 * Lists the new and the increased issues after merges and grouping rules, without those muted or resolved at `nowNs`.
 *
 * @param options.limit of each, 1 to 100
 * @returns New ones first, then by increase; each issue once.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/ for `exception.*`
 */
export async function listIssueChanges(
  store: Store,
  { comparison, nowNs, limit, ...filter }: ScopeFilter & { comparison: ComparedPeriods; nowNs: Ns; limit: number },
  signal?: AbortSignal,
): Promise<IssueChange[]> {
  const known = await readIssueEvents(store, {}, signal)
  const { issueEvents, merges } = known
  const { beforeNs, fromNs, toNs } = comparison
  // As many more as may be filtered out.
  const ofEach =
    limit +
    [...issueEvents.values()].filter(events => events.some(({ what }) => what === 'muted' || what === 'resolved'))
      .length
  const params = {
    fromNs,
    ...scopeFilterParams(filter),
    ...mergeSqlParams(merges),
    ofEach,
    limit: 2 * ofEach,
  }
  const statement = { name: 'list-issue-changes', sql, params, decode: row.parse }
  const parts = [
    { from: beforeNs, to: fromNs },
    { from: fromNs, to: toNs },
  ].map(range => divideIntoParts(range, EXCEPTION_BUCKETS))
  const [{ of }, all] = await Promise.all([
    deriveStatesFromEvents(store, { ...known, nowNs }, signal),
    store.query(
      bindExpressions(statement, bind => writeParts(parts, bind)),
      signal,
    ),
  ])
  const open = all.filter(({ issue }) => of(issue).status === 'open')
  const shown = [true, false].flatMap(isNew => open.filter(change => change.isNew === isNew).slice(0, limit))
  const [summaries, affected] = await Promise.all([
    listIssueTitles(store, { issues: shown.map(({ issue }) => issue), merges }, signal),
    countAffected(
      store,
      {
        issues: shown.map(({ issue }) => issue),
        merges,
        range: { from: fromNs, to: toNs },
        ...filter,
      },
      signal,
    ),
  ])
  return shown.map(change => {
    const { type = '', message = '', service = '', releases = [] } = summaries.get(change.issue) ?? {}
    const { count: users, hasMore: hasMoreUsers } = knownAffected('users', change.users, affected.get(change.issue))
    const newestReleaseNs = releases.at(-1)?.firstSeenNs ?? change.firstSeenNs
    return { ...change, users, hasMoreUsers, newestReleaseNs, type, message, service }
  })
}

const row = z.object({
  issue: z.string(),
  now: countColumn,
  before: countColumn,
  isNew: booleanColumn,
  users: countColumn,
  firstSeenNs: int64,
  lastSeenNs: int64,
})
