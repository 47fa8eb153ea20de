import { listSessionShares, type SessionShare } from '../sessions/list-session-shares.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import { type Issue, servicesOf } from './get-issue.ts'
import { type IssueTag, listIssueTags } from './list-issue-tags.ts'

/** What exceptions of an issue have in common, and what it is held against. */
export interface IssueTags {
  readonly tags: readonly IssueTag[]
  /** What all sessions of the issue's services have in common. */
  readonly sessionShares: readonly SessionShare[]
}

/**
 * Reads what the newest exceptions of an issue bear, beside what all sessions of its services do.
 *
 * @throws {StoreError} Any kind.
 */
export async function getIssueTags(
  store: Store,
  { issue, range }: { issue: Pick<Issue, 'issue' | 'merges' | 'releases'>; range: TimeRange },
  signal?: AbortSignal,
): Promise<IssueTags> {
  const [tags, sessionShares] = await Promise.all([
    listIssueTags(store, { issue: issue.issue, merges: issue.merges, range }, signal),
    listSessionShares(store, { services: servicesOf(issue.releases), range }, signal),
  ])
  return { tags, sessionShares }
}
