import { ScopedLink } from '../../ui/scoped-link.tsx'
import { issuePath } from '../../url/issue-filters.ts'
import type { ToldIssue } from './tell-issue.server.ts'

/** The issue in which an exception counts, by its name where somebody's hand led to another than the one like it. */
export function InIssue({ of: { issue, name, why } }: { readonly of: ToldIssue }) {
  return (
    <>
      <ScopedLink to={issuePath(issue)}>{name || 'Open the issue'}</ScopedLink>{' '}
      {why !== '' && <span className="muted">({why})</span>}
    </>
  )
}
