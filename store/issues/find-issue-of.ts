import { type IssueWords, listIssueWords } from '../issue-counts/list-issue-words.ts'
import { listStatements } from '../issue-events/list-statements.ts'
import { countsIn, type ExceptionToFit, type Part } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import { mergesSaid } from './read-states.ts'

/** The issue in which an exception counts. */
export interface IssueOfException {
  readonly issue: string
  /** What parted the exception from its issue, by hand or by a rule; undefined where nothing did. */
  readonly partedBy: Part['by'] | undefined
  readonly isMerged: boolean
  /** What the issue is called, where somebody's hand led there. */
  readonly words: IssueWords | undefined
}

/**
 * Finds the issue in which an exception counts: what the store makes of it, or where somebody's merging, parting or rule led it.
 *
 * @throws {StoreError} Any kind.
 */
export async function findIssueOf(
  store: Store,
  exception: ExceptionToFit,
  signal?: AbortSignal,
): Promise<IssueOfException> {
  const merges = await mergesSaid(store, await listStatements(store, {}, signal), signal)
  const { issue, part } = countsIn(exception, merges)
  const own = part?.issue ?? exception.issue
  const words = issue === exception.issue ? undefined : await listIssueWords(store, { issues: [issue], merges }, signal)
  return { issue, partedBy: part?.by, isMerged: issue !== own, words: words?.get(issue) }
}
