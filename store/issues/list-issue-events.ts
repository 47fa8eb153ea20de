import { z } from 'zod'
import { nameAuthor } from '../accounts/name-author.ts'
import { booleanColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { IssueEvent } from './derive-state.ts'
import sql from './list-issue-events.sql?raw'
import { readByIssue } from './read-by-issue.ts'

export interface IssueEventLog {
  /** The last event of each type that was not undone, by issue. A value of '' clears an older one. */
  readonly issueEvents: ReadonlyMap<string, readonly IssueEvent[]>
  /** All events of an issue and the issues merged into it, newest first, at most 200. */
  readonly history: readonly LoggedIssueEvent[]
}

/** An event in an issue's log. */
export interface LoggedIssueEvent extends IssueEvent {
  readonly issue: string
  readonly isUndone: boolean
}

const MAX_HISTORY = 200
const PAGE_ROWS = 200_000

/**
 * Lists the current events of all issues.
 *
 * @param options.historyOf Also lists the history of this issue.
 * @param options.pageRows Reads so many at once; more than any issue has. @default 200,000
 * @throws {StoreError} Any kind.
 */
export async function listIssueEvents(
  store: Store,
  { historyOf = '', pageRows = PAGE_ROWS }: { historyOf?: string; pageRows?: number },
  signal?: AbortSignal,
): Promise<IssueEventLog> {
  const stored = await readByIssue(pageRows, afterIssue => {
    const params = { historyOf, afterIssue, limit: pageRows }
    return store.query({ name: 'list-issue-events', sql, params, decode: row.parse }, signal)
  })
  const rows = stored.map(event => ({
    ...event,
    who: nameAuthor(store, event.who),
    value: event.what === 'owner' ? nameAuthor(store, event.value) : event.value,
  }))
  const isOf = new Set([
    historyOf,
    ...rows.flatMap(one => (one.what === 'merged' && one.value === historyOf ? one.issue : [])),
  ])
  return {
    issueEvents: Map.groupBy(
      rows.filter(({ holds }) => holds),
      ({ issue }) => issue,
    ),
    history: rows
      .filter(({ issue }) => historyOf !== '' && isOf.has(issue))
      .toSorted((one, other) => (one.atNs > other.atNs ? -1 : one.atNs < other.atNs ? 1 : 0))
      .slice(0, MAX_HISTORY),
  }
}

const row = z.object({
  issue: z.string(),
  what: z.enum(['acknowledged', 'owner', 'note', 'muted', 'resolved', 'merged', 'rule', 'undo']),
  value: z.string(),
  who: z.string(),
  atNs: int64,
  batch: z.string(),
  isUndone: booleanColumn,
  holds: booleanColumn,
})
