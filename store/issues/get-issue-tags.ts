import { listSessionShares, type TagSessionShare } from '../sessions/list-session-shares.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import { type Issue, listSeenServices } from './get-issue.ts'
import { type IssueTag, listIssueTags } from './list-issue-tags.ts'

/** Tags of an issue's exceptions, and the same tags over all sessions for comparison. */
export interface IssueTags {
  readonly tags: readonly IssueTag[]
  /** Tags over all sessions of the issue's services. */
  readonly sessionShares: readonly TagSessionShare[]
}

/**
 * Reads the tags of an issue's newest exceptions, and of all sessions of its services.
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
    listSessionShares(store, { services: listSeenServices(issue.releases), range }, signal),
  ])
  return { tags, sessionShares }
}
