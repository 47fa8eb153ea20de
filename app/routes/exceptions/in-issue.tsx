import type { IssueOfException } from '../../../store/issues/find-issue-of.ts'
import { ScopedLink } from '../../ui/scoped-link.tsx'
import { issuePath } from '../../url/issue-filters.ts'
import { partInWords } from '../issues/state-in-words.ts'

/** The issue in which an exception counts, by its name where somebody's hand led to another than the one like it. */
export function InIssue({ of: { issue, partedBy, isMerged, words } }: { readonly of: IssueOfException }) {
  const byHand = [
    partedBy && `what has ${partInWords(partedBy)} was parted by hand`,
    isMerged && `${partedBy ? 'and' : 'it was'} merged into this one by hand`,
  ].filter(Boolean)
  return (
    <>
      <ScopedLink to={issuePath(issue)}>{words?.message || words?.type || 'Open the issue'}</ScopedLink>{' '}
      {byHand.length > 0 && <span className="muted">({byHand.join(' ')})</span>}
    </>
  )
}
