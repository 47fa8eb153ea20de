import { z } from 'zod'
import { countColumn } from '../columns.ts'
import { type Merges, mergeSqlParams } from '../issues/merges.ts'
import type { Store } from '../store.ts'
import { divideIntoParts, EXCEPTION_BUCKETS } from '../stored-parts.ts'
import { SECOND_NS } from '../time-units.ts'
import type { TimeRange } from '../units.ts'
import sql from './count-exceptions-in-windows.sql?raw'

/** Which exceptions are counted together. */
export interface ExceptionSelector {
  /** '' for every one, without the hidden ones; likewise the others. */
  readonly service: string
  readonly environment: string
  readonly release: string
  readonly owner: string
  readonly by: 'issue' | 'service' | 'all'
  readonly of: 'exceptions' | 'sessions' | 'users'
  /** All subjects with so many are listed. */
  readonly atLeast: number
}

/** Selectors that watch the same windows. */
export interface ExceptionGroup {
  readonly selectors: readonly ExceptionSelector[]
  /** Whole minutes. */
  readonly windows: readonly TimeRange[]
}

/** The count of a selector in a window. */
export interface ExceptionsInWindow {
  /** Positions in the question. */
  readonly group: number
  readonly window: number
  readonly selector: number
  /** An issue, after merges, or a service; '' for all. */
  readonly subject: string
  readonly value: number
}

interface WindowsQuery {
  readonly groups: readonly ExceptionGroup[]
  readonly merges: Merges
  readonly hidden?: readonly string[]
  /** Owners of issues. @default none is owned */
  readonly owners?: ReadonlyMap<string, string>
}

/**
 * Counts exceptions, or the sessions or users that had any, in some windows: by sets, so that nobody counts twice.
 *
 * @returns By group, window and selector, highest first: the 20 highest, and all that have at least as many as their selector says. None for
 *   what had no exceptions.
 * @throws {StoreError} Any kind.
 */
export async function countExceptionsInWindows(
  store: Store,
  { groups, merges, hidden = [], owners = new Map() }: WindowsQuery,
  signal?: AbortSignal,
): Promise<ExceptionsInWindow[]> {
  const windows = groups.flatMap(({ windows }, group) => windows.map((range, window) => ({ ...range, group, window })))
  const selectors = groups.flatMap(({ selectors }, group) =>
    selectors.map((of, selector) => ({ ...of, group, selector })),
  )
  if (windows.length === 0 || selectors.length === 0) return []
  const parts = windows.map((range, at) => ({ ...divideIntoParts(range, EXCEPTION_BUCKETS), at: BigInt(at) }))
  const buckets = parts.flatMap(({ buckets, at }) => buckets.map(bucket => ({ ...bucket, at })))
  const rows = parts.flatMap(({ rows, at }) => rows.map(range => ({ ...range, at })))
  const owned = [...owners]
  const params = {
    minutes: buckets.map(({ minutes }) => minutes),
    starts: buckets.map(({ from }) => from / SECOND_NS),
    ends: buckets.map(({ to }) => to / SECOND_NS),
    windows: buckets.map(({ at }) => at),
    rowFromS: rows.map(({ from }) => from / SECOND_NS),
    rowToS: rows.map(({ to }) => to / SECOND_NS),
    rowWindows: rows.map(({ at }) => at),
    groups: windows.map(({ group }) => BigInt(group)),
    services: selectors.map(({ service }) => service),
    environments: selectors.map(({ environment }) => environment),
    releases: selectors.map(({ release }) => release),
    owners: selectors.map(({ owner }) => owner),
    kinds: selectors.map(({ by }) => by),
    measures: selectors.map(({ of }) => of),
    leasts: selectors.map(({ atLeast }) => BigInt(atLeast)),
    groupOf: selectors.map(({ group }) => BigInt(group)),
    hidden,
    ownedIssues: owned.map(([issue]) => issue),
    issueOwners: owned.map(([, owner]) => owner),
    ...mergeSqlParams(merges),
    limit: 1_000_000,
  }
  const counted = await store.query({ name: 'count-exceptions-in-windows', sql, params, decode: row.parse }, signal)
  return counted.map(({ window, selector, ...of }) => ({
    ...of,
    group: windows[window]?.group ?? 0,
    window: windows[window]?.window ?? 0,
    selector: selectors[selector - 1]?.selector ?? 0,
  }))
}

const row = z.object({ window: z.number(), selector: z.number(), subject: z.string(), value: countColumn })
