import { writeSearch } from '../../../search/write-search.ts'
import { issuePath, issuesPath } from '../../url/issue-filters.ts'
import { digestPath, type ParsedLookUp } from '../../url/look-up.ts'
import { sessionPath, userPath } from '../../url/page-paths.ts'

/** What the database knows about a text. */
interface LookUpMatch {
  /** The digest in its stored spelling; undefined if none like it was ever seen. */
  readonly digest: string | undefined
  readonly isIssue: boolean
  readonly isSession: boolean
  readonly isUser: boolean
}

/**
 * The target of the look-up box: a session, an issue, a user, the exception behind a digest or trace id, or the issues with a route or
 * text.
 */
export function lookUpRedirect(
  { text, traceId, ownDigest }: ParsedLookUp,
  { digest, isIssue, isSession, isUser }: LookUpMatch,
): string {
  // A session id looks like a trace id.
  if (isSession) return sessionPath(text)
  if (traceId !== undefined) return digestPath(traceId)
  if (digest === undefined && isIssue) return issuePath(text)
  if (digest === undefined && isUser) return userPath(text)
  const quoted = digest ?? ownDigest
  if (quoted !== undefined) return digestPath(quoted)
  const found = text.startsWith('/') ? { route: text } : { search: writeSearch({ is: 'text', text, at: 0, end: 0 }) }
  return issuesPath({ last: '14d', tab: 'all', ...found })
}
