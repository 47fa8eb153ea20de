import { writeSearch } from '../../../store/search/write-search.ts'
import { issuePath, issuesPath } from '../../url/issue-filters.ts'
import { digestPath, type LookUp } from '../../url/look-up.ts'
import { sessionPath, userPath } from '../../url/visit-paths.ts'

/** What the store knows of a text. */
interface Known {
  /** The digest that it is, however it was spelt; undefined where none like it was ever seen. */
  readonly digest: string | undefined
  readonly isIssue: boolean
  readonly isSession: boolean
  readonly isUser: boolean
}

/** Where the look-up box leads: to a session, an issue, a user, to what a digest or a trace id stands for, or to the issues of a route or with a text. */
export function lookUpRedirect(
  { text, traceId, ownDigest }: LookUp,
  { digest, isIssue, isSession, isUser }: Known,
): string {
  // A session's id looks like a trace's.
  if (isSession) return sessionPath(text)
  if (traceId !== undefined) return digestPath(traceId)
  if (digest === undefined && isIssue) return issuePath(text)
  if (digest === undefined && isUser) return userPath(text)
  const quoted = digest ?? ownDigest
  if (quoted !== undefined) return digestPath(quoted)
  const found = text.startsWith('/') ? { route: text } : { search: writeSearch({ is: 'text', text, at: 0, end: 0 }) }
  return issuesPath({ last: '14d', tab: 'all', ...found })
}
