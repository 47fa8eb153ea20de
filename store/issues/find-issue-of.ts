import type { Exception } from '../exceptions/exception.ts'
import type { Store } from '../store.ts'
import { type IssueWords, listIssueWords } from './list-issue-words.ts'
import { listStatements } from './list-statements.ts'
import { countsIn, mergesOf } from './merges.ts'
import type { PartedBy } from './rules.ts'

/** The issue in which an exception counts. */
export interface IssueOfException {
  readonly issue: string
  /** What parted the exception from its issue by hand; undefined where nothing did. */
  readonly partedBy: PartedBy | undefined
  readonly isMerged: boolean
  /** What the issue is called, where somebody's hand led there. */
  readonly words: IssueWords | undefined
}

/**
 * Finds the issue in which an exception counts: what the rule of the store makes of it, or where somebody's merging and parting led it.
 *
 * @throws {StoreError} Any kind.
 */
export async function findIssueOf(
  store: Store,
  exception: Pick<Exception, 'issue' | 'release' | 'route' | 'message'>,
  signal?: AbortSignal,
): Promise<IssueOfException> {
  const merges = mergesOf(await listStatements(store, {}, signal))
  const { issue, part } = countsIn(exception, merges)
  const own = part?.issue ?? exception.issue
  const words = issue === exception.issue ? undefined : await listIssueWords(store, { issues: [issue], merges }, signal)
  return { issue, partedBy: part?.by, isMerged: issue !== own, words: words?.get(issue) }
}
