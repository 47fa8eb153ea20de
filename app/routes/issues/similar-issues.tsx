import { Link } from 'react-router'
import type { SimilarIssue } from '../../../store/issues/list-similar-issues.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { clipLine } from '../../stacks/clip.ts'
import { InlineMoment } from '../../ui/elements/timestamp.tsx'
import { issuePath } from '../../url/issue-filters.ts'

const MOST_TITLE = 200
const MOST_NAME = 80

/** Issues that may have the same cause. */
export function Similar({ issues, nowMs }: { readonly issues: readonly SimilarIssue[]; readonly nowMs: number }) {
  if (issues.length === 0) return null
  return (
    <section className="section" aria-labelledby="similar">
      <h2 id="similar">Similar issues</h2>
      <div className="panel padded">
        <ul className="activity">
          {issues.map(({ issue, service, type, message, isThere, isAlike, lastSeenNs }) => (
            <li key={issue}>
              <Link to={issuePath(issue)} className="break">
                {clipLine(exceptionTitle({ message, type }, issue), MOST_TITLE)}
              </Link>{' '}
              <span className="muted small">
                {clipLine(type, MOST_NAME)} in {clipLine(service, MOST_NAME)},{' '}
                {[isThere && 'same function', isAlike && 'message alike'].filter(Boolean).join(', ')}, last seen{' '}
                <InlineMoment atNs={lastSeenNs} nowMs={nowMs} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
