import { listIssueTitles } from '../../../store/issues/list-issue-titles.ts'
import { NO_MERGES } from '../../../store/issues/merges.ts'
import type { Store } from '../../../store/store.ts'
import { clipLine } from '../../format/clip.ts'
import { formatCount } from '../../format/count.ts'
import { issueTitle, shortIssueTitle } from '../../format/issue-title.ts'
import { issuesPath } from '../../url/issue-filters.ts'
import { type Scope, scopedPath, writeScope } from '../../url/scope.ts'

/** As many as a chart has colours. */
const MAX_REASONS = 4
const MAX_CHARS = 72

interface ReasonsQuery {
  /** What failed, by issue, the most frequent first. */
  readonly issues: readonly { readonly issue: string; readonly count: number }[]
  /** What failed. */
  readonly total: number
  /** Of these, what has no issue. @default 0 */
  readonly unnamed?: number
  /** Its service, environment, release and time are those of the list of all issues. */
  readonly scope: Partial<Scope>
}

/** What failures have in common: the issues with the most of them, by their titles, and how many others there are, with all issues. */
export async function countReasons(
  store: Store,
  { issues, total, unnamed = 0, scope }: ReasonsQuery,
  signal?: AbortSignal,
) {
  const named = issues.filter(({ issue }) => issue !== '').slice(0, MAX_REASONS)
  const ids = named.map(({ issue }) => issue)
  const titles = await listIssueTitles(store, { issues: ids, merges: NO_MERGES }, signal)
  const listed = scopedPath(issuesPath({ tab: 'all', sort: 'events' }), new URLSearchParams(writeScope(scope)))
  const rest = named.reduce((left, { count }) => left - count, total - unnamed)
  return {
    reasons: named.map(({ issue, count }) => {
      const title = clipLine(shortIssueTitle(issueTitle(titles.get(issue), issue)), MAX_CHARS)
      return { issue, count, title, text: `${formatCount(count)} × ${title}` }
    }),
    others: [
      ...(unnamed > 0 ? [{ text: `${formatCount(unnamed)} without an exception` }] : []),
      ...(rest > 0 ? [{ text: `${formatCount(rest)} more`, to: listed }] : []),
    ],
  }
}
