import type { Session } from '../sessions/list-sessions.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import type { IssueState } from './derive-state.ts'
import { type IssueTitleAndReleases, listIssueTitles } from './list-issue-titles.ts'
import { findMergeTarget } from './merges.ts'
import { readIssueStates } from './read-states.ts'

export interface NamedIssue {
  /** What it was merged into, or itself. */
  readonly issue: string
  readonly state: IssueState
  /** `undefined` if its exceptions have expired. */
  readonly summary: IssueTitleAndReleases | undefined
}

/** Of a page of sessions; each has few. */
const MAX_ISSUES = 500

/**
 * Names the issues of sessions, with their states.
 *
 * @returns By the issue as sessions have it; at most 500.
 * @throws {StoreError} Any kind.
 */
export async function nameIssues(
  store: Store,
  { sessions, nowNs }: { sessions: readonly Pick<Session, 'issues'>[]; nowNs: Ns },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, NamedIssue>> {
  const stored = [...new Set(sessions.flatMap(({ issues }) => issues.map(({ issue }) => issue)))].slice(0, MAX_ISSUES)
  if (stored.length === 0) return new Map()
  const { of, merges } = await readIssueStates(store, { nowNs }, signal)
  const issues = [...new Set(stored.map(issue => findMergeTarget(issue, merges)))]
  const summaries = await listIssueTitles(store, { issues, merges }, signal)
  return new Map(
    stored.map(id => {
      const issue = findMergeTarget(id, merges)
      return [id, { issue, state: of(issue), summary: summaries.get(issue) }]
    }),
  )
}
