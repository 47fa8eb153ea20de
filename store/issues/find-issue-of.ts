import type { Store } from '../store.ts'
import type { GroupingRule } from './grouping-rule.ts'
import { type IssueTitleAndReleases, listIssueTitles } from './list-issue-titles.ts'
import { findMergeTarget } from './merges.ts'
import { readIssueEvents } from './read-states.ts'

/** The issue in which an exception counts. */
export interface IssueOfException {
  readonly issue: string
  /** The rule that merged the stored issue into this one. */
  readonly rule: GroupingRule | undefined
  /** Whether it was merged by hand. */
  readonly isMerged: boolean
  /** The title of the issue, if it differs from that of the stored one. */
  readonly summary: IssueTitleAndReleases | undefined
}

/**
 * Finds the issue in which an exception counts: its own, or the one into which that was merged.
 *
 * @param options.issue the stored issue of the exception
 * @throws {StoreError} Any kind.
 */
export async function findIssueOf(
  store: Store,
  { issue: own }: { issue: string },
  signal?: AbortSignal,
): Promise<IssueOfException> {
  const { merges } = await readIssueEvents(store, {}, signal)
  const issue = findMergeTarget(own, merges)
  const held = merges.byRule.get(own)
  const summaries = issue === own ? undefined : await listIssueTitles(store, { issues: [issue], merges }, signal)
  return { issue, rule: held?.rule, isMerged: issue !== (held?.issue ?? own), summary: summaries?.get(issue) }
}
