import type { IssueOfException } from '../../../store/issues/find-issue-of.ts'
import { ScopedLink } from '../../ui/scoped-link.tsx'
import { issuePath } from '../../url/issue-filters.ts'
import { partInWords } from '../issues/state-in-words.ts'

/** The issue in which an exception counts, by its name where somebody's hand led to another than the one like it. */
export function InIssue({ of: { issue, partedBy, isMerged, words } }: { readonly of: IssueOfException }) {
  const parted =
    partedBy &&
    (partedBy.by === 'rule' ? `by rule “${partedBy.name}”` : `what has ${partInWords(partedBy)} was parted by hand`)
  const why = [parted, isMerged && `${parted ? 'and' : 'it was'} merged into this one by hand`].filter(Boolean)
  return (
    <>
      <ScopedLink to={issuePath(issue)}>{words?.message || words?.type || 'Open the issue'}</ScopedLink>{' '}
      {why.length > 0 && <span className="muted">({why.join(' ')})</span>}
    </>
  )
}
