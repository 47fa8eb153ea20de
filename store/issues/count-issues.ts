import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { countColumn } from '../columns.ts'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import { readWhole } from '../read-whole.ts'
import type { Store } from '../store.ts'
import { divideIntoParts, EXCEPTION_BUCKETS, lengthsWithin, shiftOf, writeParts } from '../stored-parts.ts'
import { DAY_NS, HOUR_NS } from '../time-units.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './count-issues.sql?raw'
import { issueIdParams, type Merges } from './merges.ts'

export interface Counts {
  readonly events: number
  readonly sessions: number
  readonly users: number
}

/** Counts of an issue. Parts that were not requested are empty. */
export interface IssueCounts extends Counts {
  readonly before: Counts
  /** Of any time. */
  readonly all: Counts
  /** Buckets with exceptions: of the range, and of the time before, which is moved onto the range. */
  readonly buckets: readonly IssueCountBucket[]
  readonly earlier: readonly IssueCountBucket[]
  /** Counts in the range, most events first; release '' if the sender sets none. */
  readonly releases: readonly (Counts & { readonly release: string })[]
  /** Set if the issue is escalating. */
  readonly spike: Spike | undefined
}

export interface IssueCountBucket extends Counts {
  readonly bucketNs: Ns
}

/** Events of the current hour, and the average of this hour on the fourteen days before. */
export interface Spike {
  readonly now: number
  readonly usual: number
}

interface CountQuery extends ScopeFilter {
  /** At most 1000. */
  readonly issues: readonly string[]
  readonly merges: Merges
  readonly range: TimeRange
  /** Browser or server, by the service name; '' for both. */
  readonly side?: '' | 'browser' | 'server'
  /** The time before the range, also counted. @default none */
  readonly before?: TimeRange
  readonly withReleases?: boolean
  /** Also counts all that is stored. */
  readonly withAll?: boolean
  /** Length of buckets over time, from {@link chooseBuckets}. @default no buckets */
  readonly stepNs?: Ns
  /**
   * Time at which escalation is determined: at least ten events in the current hour, and more than three times the
   * usual number.
   */
  readonly nowNs?: Ns
}

interface Buckets {
  readonly fromNs: Ns
  readonly toNs: Ns
  readonly stepNs: Ns
}

const DAYS_BEFORE = 14
const MAX_BUCKETS = 60
export const NO_COUNTS: Counts = { events: 0, sessions: 0, users: 0 }
export const NO_ISSUE_COUNTS: IssueCounts = {
  ...NO_COUNTS,
  before: NO_COUNTS,
  all: NO_COUNTS,
  buckets: [],
  earlier: [],
  releases: [],
  spike: undefined,
}

/** Buckets of five or fifteen minutes, of hours or days that hold a range: the first and the last may be partial. */
export function chooseBuckets({ from, to }: TimeRange): Buckets {
  const steps = [HOUR_NS / 12n, HOUR_NS / 4n, ...[1n, 3n, 24n, 48n, 168n, 720n].map(hours => hours * HOUR_NS)]
  const stepNs = steps.find(step => (to - from) / step <= MAX_BUCKETS) ?? 8_760n * HOUR_NS
  return { fromNs: (from / stepNs) * stepNs, toNs: ((to + stepNs - 1n) / stepNs) * stepNs, stepNs }
}

const ROWS_AT_ONCE = 200_000

/**
 * Counts the exceptions, sessions and users of issues in one read.
 *
 * @returns By issue; no entry for an issue without exceptions.
 * @throws {StoreError} Any kind.
 */
export async function countIssues(
  store: Store,
  query: CountQuery,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, IssueCounts>> {
  const { issues, merges, range, side = '', before, withReleases, withAll, stepNs = 0n, nowNs } = query
  if (issues.length === 0) return new Map()
  const shiftNs = shiftOf({ lastedNs: before === undefined ? 0n : before.to - before.from })
  const lengths = lengthsWithin(EXCEPTION_BUCKETS, stepNs)
  const parts = [
    divideIntoParts(range, lengths),
    ...(before === undefined
      ? []
      : [divideIntoParts(before, stepNs === 0n ? lengths : lengthsWithin(lengths, shiftNs))]),
  ]
  const params = (some: readonly string[]) => ({
    fromNs: range.from,
    shiftNs,
    stepNs,
    hours: nowNs === undefined ? [] : hoursOf(nowNs).map(ns => ns / 1_000_000_000n),
    byRelease: withReleases ? 1 : 0,
    ...issueIdParams(some, merges),
    ...scopeFilterParams(query),
    side,
    limit: ROWS_AT_ONCE,
  })
  const rows = await readWhole(issues, ROWS_AT_ONCE, some => {
    const statement = { name: 'count-issues', sql, params: params(some), decode: row.parse }
    const bound = bindExpressions(statement, bind => ({
      ...writeParts(parts, bind),
      all: withAll ? 'BucketMinutes = 1440' : undefined,
    }))
    return store.query(bound, signal)
  })
  return new Map(
    [...Map.groupBy(rows, ({ issue }) => issue)].map(([issue, all]) => [issue, assembleCounts(all, nowNs)] as const),
  )
}

/** The current hour, then the same hour of the days before. */
const hoursOf = (nowNs: Ns) =>
  Array.from({ length: DAYS_BEFORE + 1 }, (_, days) => nowNs - (nowNs % HOUR_NS) - BigInt(days) * DAY_NS)

type Row = z.output<typeof row>

function assembleCounts(rows: readonly Row[], nowNs: Ns | undefined): IssueCounts {
  const by = Object.groupBy(rows, ({ kind }) => kind)
  return {
    ...countsOf(by.range?.[0]),
    before: countsOf(by.before?.[0]),
    all: countsOf(by.all?.[0]),
    buckets: bucketsOf(by.bucket),
    earlier: bucketsOf(by.earlier),
    releases: (by.release ?? [])
      .map(release => ({ ...countsOf(release), release: release.key }))
      .toSorted((one, other) => other.events - one.events || (one.release < other.release ? -1 : 1)),
    spike: nowNs === undefined ? undefined : spikeOf(by.hour ?? [], nowNs),
  }
}

const bucketsOf = (rows: readonly Row[] = []) =>
  rows.map(bucket => ({ ...countsOf(bucket), bucketNs: BigInt(bucket.key) })).toSorted(byBucket)

const countsOf = (row: Row | undefined): Counts =>
  row === undefined ? NO_COUNTS : { events: row.events, sessions: row.sessions, users: row.users }

const byBucket = (one: IssueCountBucket, other: IssueCountBucket) => (one.bucketNs < other.bucketNs ? -1 : 1)

function spikeOf(hours: readonly Row[], nowNs: Ns): Spike | undefined {
  const [current] = hoursOf(nowNs)
  const now = hours.find(({ key }) => BigInt(key) === current)?.events ?? 0
  const usual = (hours.reduce((sum, { events }) => sum + events, 0) - now) / DAYS_BEFORE
  return now >= 10 && now > 3 * usual ? { now, usual } : undefined
}

const row = z.object({
  issue: z.string(),
  kind: z.enum(['range', 'before', 'all', 'bucket', 'earlier', 'hour', 'release']),
  key: z.string(),
  events: countColumn,
  sessions: countColumn,
  users: countColumn,
})
