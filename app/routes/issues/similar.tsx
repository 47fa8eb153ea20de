import { Link } from 'react-router'
import type { SimilarIssue } from '../../../store/issues/list-similar-issues.ts'
import { InlineMoment } from '../../ui/moment.tsx'
import { issuePath } from '../../url/issue-filters.ts'

/** Issues that may have the same cause. */
export function Similar({ issues, nowMs }: { readonly issues: readonly SimilarIssue[]; readonly nowMs: number }) {
  if (issues.length === 0) return null
  return (
    <section className="section" aria-labelledby="similar">
      <h2 id="similar">Similar issues</h2>
      <ul className="panel padded activity">
        {issues.map(({ issue, service, type, message, isThere, isAlike, lastSeenNs }) => (
          <li key={issue}>
            <Link to={issuePath(issue)} className="break">
              {message || type || issue}
            </Link>{' '}
            <span className="muted small">
              {type} in {service}, {[isThere && 'same function', isAlike && 'message alike'].filter(Boolean).join(', ')}
              , last seen <InlineMoment atNs={lastSeenNs} nowMs={nowMs} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
