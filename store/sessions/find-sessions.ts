import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import type { SearchExpression } from '../../search/search.ts'
import { writeConditions } from '../../search/write-conditions.ts'
import { int64 } from '../columns.ts'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { HOUR_NS } from '../time-units.ts'
import type { TimeRange } from '../units.ts'
import sql from './find-sessions.sql?raw'
import type { SessionCursor } from './list-user-sessions.ts'

export interface SessionSearch extends ScopeFilter {
  /** What one event of the session is; `undefined` for every session. */
  readonly search: SearchExpression | undefined
  /** When that event was. */
  readonly range: TimeRange
  /** Where the page before ended. */
  readonly after?: SessionCursor | undefined
  /** 1 to 500. */
  readonly limit: number
}

/**
 * Finds sessions by their page views, requests, exceptions and other events.
 *
 * @returns The latest match first, then by id; `lastNs` is when it was.
 * @throws {StoreError} Any kind.
 */
export async function findSessions(store: Store, query: SessionSearch, signal?: AbortSignal): Promise<SessionCursor[]> {
  const { range, after, limit } = query
  const newest = await readSessions(store, { ...query, range: lastHourOf(range, after?.lastNs) }, signal)
  // Nothing earlier changes when a session was last active, so they come first in the whole range too.
  return newest.length >= limit ? newest : await readSessions(store, query, signal)
}

/** The end of a range, from an hour before a time in it. */
function lastHourOf({ from, to }: TimeRange, beforeNs = to): TimeRange {
  const hourAgo = beforeNs - HOUR_NS
  return { from: hourAgo > from ? hourAgo : from, to }
}

function readSessions(
  store: Store,
  { search, range, after, limit, ...scope }: SessionSearch,
  signal: AbortSignal | undefined,
): Promise<SessionCursor[]> {
  const place = { beforeNs: after?.lastNs ?? range.to, afterSession: after?.sessionId ?? '' }
  const params = { fromNs: range.from, toNs: range.to, ...place, ...scopeFilterParams(scope), limit }
  const statement = { name: 'find-sessions', sql, params, decode: row.parse }
  const bound = bindExpressions(statement, bind => ({ search: writeConditions(search, 'sessions', bind) }))
  return store.query(bound, signal)
}

const row = z.object({ sessionId: z.string(), lastNs: int64 })
