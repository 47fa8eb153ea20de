import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { issuePath } from '../../url/issue-filters.ts'

/** The issue in which an exception counts, as its page shows it. */
export interface IssueReference {
  readonly issue: string
  /** What it is called, where somebody's hand led to another than the one like it; '' else. */
  readonly name: string
  /** Why it counts there; '' where nobody's hand led there. */
  readonly why: string
}

/** The issue in which an exception counts, by its name where somebody's hand led to another than the one like it. */
export function IssueLink({ of: { issue, name, why } }: { readonly of: IssueReference }) {
  return (
    <>
      <ScopedLink to={issuePath(issue)}>{name || 'View issue'}</ScopedLink>{' '}
      {why !== '' && <span className="muted">({why})</span>}
    </>
  )
}
