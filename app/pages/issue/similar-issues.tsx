import { Link } from 'react-router'
import type { SimilarIssue } from '../../../store/issues/list-similar-issues.ts'
import { clipLine } from '../../format/clip.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { Timestamp } from '../../ui/times/timestamp.tsx'
import { issuePath } from '../../url/issue-filters.ts'

const MAX_TITLE_CHARS = 200
const MAX_NAME_CHARS = 80

/** Issues that may have the same cause. */
export function SimilarIssues({ issues, nowMs }: { readonly issues: readonly SimilarIssue[]; readonly nowMs: number }) {
  if (issues.length === 0) return null
  return (
    <section className="section" aria-labelledby="similar">
      <h2 id="similar">Similar issues</h2>
      <div className="panel padded">
        <ul className="activity">
          {issues.map(({ issue, service, type, message, isThere, isAlike, lastSeenNs }) => (
            <li key={issue}>
              <Link to={issuePath(issue)} className="break">
                {clipLine(exceptionTitle({ message, type }, issue), MAX_TITLE_CHARS)}
              </Link>{' '}
              <span className="muted small">
                {clipLine(type, MAX_NAME_CHARS)} in {clipLine(service, MAX_NAME_CHARS)},{' '}
                {[isThere && 'same function', isAlike && 'similar message'].filter(Boolean).join(', ')}, last seen{' '}
                <Timestamp atNs={lastSeenNs} nowMs={nowMs} />
              </span>
            </li>
          ))}
        </ul>
        {issues.some(({ isPart }) => isPart) && (
          <p className="muted small">Only the issues that were seen last were compared: there are more.</p>
        )}
      </div>
    </section>
  )
}
