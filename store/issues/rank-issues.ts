import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { booleanColumn, countColumn, int64 } from '../columns.ts'
import { previousPeriod } from '../comparison.ts'
import type { Store } from '../store.ts'
import { divideIntoParts, EXCEPTION_BUCKETS, writeParts } from '../stored-parts.ts'
import { DAY_NS } from '../time-units.ts'
import type { Ns } from '../units.ts'
import type { Counts } from './count-issues.ts'
import { type IssueListConditions, type IssueTab, issueListSqlParams } from './issue-filter.ts'
import sql from './rank-issues.sql?raw'
import { MIN_QUIET_NS, STOP_EVENTS } from './seems-stopped.ts'

/**
 * `impact`: affected users, or else sessions, or else the square root of events, times the increase of events over the previous period;
 * issues that stopped come last.
 */
export type IssueSort = 'last' | 'first' | 'events' | 'sessions' | 'users' | 'impact'

export interface RankedIssue {
  readonly issue: string
  /** Of all time, as long as issues are kept. */
  readonly firstSeenNs: Ns
  readonly lastSeenNs: Ns
  /** In the range; undefined for an order that needs no counts. */
  readonly counts: Counts | undefined
}

export interface IssueRanking {
  readonly issues: readonly RankedIssue[]
  /** Issues with exceptions in the range, by tab. */
  readonly counts: Readonly<Record<IssueTab, number>>
}

export interface RankIssuesParams extends IssueListConditions {
  readonly sort: IssueSort
  /**
   * Now: issues first seen within the day before it are new. A range that ends later has all issues last seen since its start, so no counts
   * are read for the order by time. @default the end of the range
   */
  readonly nowNs?: Ns
  /** Rows of the pages before. */
  readonly offset: number
  /** In the order `first` alone, the last issue of the page before: unlike an offset, it holds while exceptions arrive. */
  readonly after?: { readonly firstSeenNs: Ns; readonly issue: string } | undefined
  /** 1 to 500. */
  readonly limit: number
}

const MAX_RECENT_NS = 30n * DAY_NS

/**
 * Ranks the issues of a tab that have exceptions in a range, and counts those of every tab.
 *
 * @throws {StoreError} Any kind.
 */
export async function rankIssues(store: Store, query: RankIssuesParams, signal?: AbortSignal): Promise<IssueRanking> {
  const { sort, nowNs, offset, after, limit, ...filter } = query
  const { range } = filter
  const shared = await issueListSqlParams(store, filter, signal)
  const endsNow = nowNs !== undefined && shared.toNs > nowNs && needsNoCounts(query)
  const params = {
    ...shared,
    sort,
    endsNow: endsNow ? 1 : 0,
    stopEvents: STOP_EVENTS,
    minQuietNs: MIN_QUIET_NS,
    newSinceNs: (nowNs ?? shared.toNs) - DAY_NS,
    endNs: nowNs !== undefined && nowNs < shared.toNs ? nowNs : shared.toNs,
    offset,
    afterNs: after?.firstSeenNs ?? 0n,
    afterIssue: after?.issue ?? '',
    pageSize: limit,
    limit: limit + 2,
  }
  const statement = { name: 'rank-issues', sql, params, decode: row.parse }
  const counted = sort === 'impact' ? [previousPeriod(range, nowNs ?? range.to), range] : [range]
  const parts = counted.map(period => divideIntoParts(period, EXCEPTION_BUCKETS))
  const rows = await store.query(
    bindExpressions(statement, bind => writeParts(parts, bind)),
    signal,
  )
  const [first] = rows
  return {
    issues: rows.flatMap(({ isIn, place, issue, firstSeenNs, lastSeenNs, events, sessions, users }) =>
      isIn && place > offset
        ? [{ issue, firstSeenNs, lastSeenNs, counts: endsNow ? undefined : { events, sessions, users } }]
        : [],
    ),
    counts: {
      open: first?.openCount ?? 0,
      mine: first?.mineCount ?? 0,
      muted: first?.mutedCount ?? 0,
      resolved: first?.resolvedCount ?? 0,
      all: first?.allCount ?? 0,
    },
  }
}

/** Counts are kept for less time than issues, whose rows have no environment. */
const needsNoCounts = ({ sort, environment = '', range }: RankIssuesParams) =>
  (sort === 'last' || sort === 'first') && environment === '' && range.to - range.from <= MAX_RECENT_NS

const row = z.object({
  issue: z.string(),
  isIn: z.union([z.boolean(), booleanColumn]),
  place: countColumn,
  firstSeenNs: int64,
  lastSeenNs: int64,
  events: countColumn,
  sessions: countColumn,
  users: countColumn,
  openCount: countColumn,
  mineCount: countColumn,
  mutedCount: countColumn,
  resolvedCount: countColumn,
  allCount: countColumn,
})
