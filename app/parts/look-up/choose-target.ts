import { writeSearch } from '../../../search/write-search.ts'
import { issuePath, issuesPath } from '../../url/issue-filters.ts'
import { digestPath, type ParsedLookUp } from '../../url/look-up.ts'
import { sessionPath, userPath } from '../../url/page-paths.ts'
import { tracePath } from '../../url/trace-view.ts'

/** What the database knows about a text. */
interface LookUpMatch {
  /** The digest in its stored spelling; undefined if none like it was ever seen. */
  readonly digest: string | undefined
  readonly isIssue: boolean
  readonly isSession: boolean
  readonly isUser: boolean
  /** The guessed id, if it is that of a stored trace. */
  readonly traceId: string | undefined
  /** A span with its id. */
  readonly span: Parameters<typeof tracePath>[0] | undefined
}

/** What a text stands for. */
export interface LookUpTarget {
  /** `search`: nothing is known by this name, so it is searched for. */
  readonly kind: 'session' | 'trace' | 'issue' | 'user' | 'span' | 'digest' | 'search'
  /** Of what it is; '' for a search. */
  readonly id: string
  /** The path of its page. */
  readonly page: string
}

/**
 * The target of the look-up box: a session, an issue, a user, the exception behind a digest or trace id, a span in its trace, or the issues
 * with a route or text.
 */
export function chooseTarget(
  { text, traceId, ownDigest }: ParsedLookUp,
  { digest, isIssue, isSession, isUser, traceId: guessed, span }: LookUpMatch,
): LookUpTarget {
  // A session id looks like a trace id.
  if (isSession) return { kind: 'session', id: text, page: sessionPath(text) }
  if (traceId !== undefined) return { kind: 'trace', id: traceId, page: digestPath(traceId) }
  if (digest === undefined && isIssue) return { kind: 'issue', id: text, page: issuePath(text) }
  if (digest === undefined && isUser) return { kind: 'user', id: text, page: userPath(text) }
  if (digest === undefined && guessed !== undefined) return { kind: 'trace', id: guessed, page: digestPath(guessed) }
  if (digest === undefined && span !== undefined) return { kind: 'span', id: span.spanId, page: tracePath(span) }
  const quoted = digest ?? ownDigest
  if (quoted !== undefined) return { kind: 'digest', id: quoted, page: digestPath(quoted) }
  const found = text.startsWith('/') ? { route: text } : { search: writeSearch({ is: 'text', text, at: 0, end: 0 }) }
  return { kind: 'search', id: '', page: issuesPath({ last: '14d', tab: 'all', ...found }) }
}
