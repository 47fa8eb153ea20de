import type { ReleaseIssue } from '../../../store/releases/list-release-issues.ts'
import { formatCount } from '../../format/count.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { ServiceName } from '../../ui/elements/service-name.tsx'
import { RelativeTime } from '../../ui/elements/timestamp.tsx'
import { issuePath } from '../../url/issue-filters.ts'
import { countIssuesByChange } from './summarize-release.ts'

const ISSUE_CHANGES = [
  {
    change: 'back',
    title: 'Regressed',
    colour: 'bad',
    none: 'No regressions',
    why: 'No earlier issue has reappeared.',
  },
  {
    change: 'new',
    title: 'New',
    colour: 'warn',
    none: 'No new issues',
    why: 'All issues of this release were seen before.',
  },
  {
    change: 'gone',
    title: 'No longer seen',
    colour: 'good',
    none: 'Nothing disappeared',
    why: 'All issues of the previous release are still seen.',
  },
] as const

interface ReleaseIssuesProps {
  readonly issues: readonly ReleaseIssue[]
  readonly nowMs: number
}

/** Issues that are new, back or gone in a release. */
export function ReleaseIssues({ issues, nowMs }: ReleaseIssuesProps) {
  return ISSUE_CHANGES.map(({ change, title, colour, none, why }) => {
    const changed = issues.filter(issue => issue.change === change)
    const total = countIssuesByChange(issues, change)
    return (
      <section key={change} className="section" aria-labelledby={change}>
        <div className="lead">
          <h2 id={change}>{title}</h2>
          {total > 0 && <span className={`mark ${colour}`}>{formatCount(total)}</span>}
          {total > changed.length && <span className="muted small">{`top ${changed.length}`}</span>}
        </div>
        {changed.length === 0 ? (
          <p className="muted">
            {none}. {why}
          </p>
        ) : (
          <IssueTable issues={changed} isGone={change === 'gone'} nowMs={nowMs} />
        )}
      </section>
    )
  })
}

interface IssueTableProps extends ReleaseIssuesProps {
  readonly isGone: boolean
}

function IssueTable({ issues, isGone, nowMs }: IssueTableProps) {
  return (
    <div className="panel">
      <table className="list">
        <thead>
          <tr>
            <th scope="col">Exception</th>
            <th scope="col" className="wide-only col-type">
              Type
            </th>
            <th scope="col" className="wide-only col-service">
              Service
            </th>
            <th scope="col" className="number col-count">
              {isGone ? 'Before' : 'Exceptions'}
            </th>
            <th scope="col" className="number col-when">
              Last seen
            </th>
          </tr>
        </thead>
        <tbody>
          {issues.map(({ issue, service, message, type, exceptions, lastNs }) => (
            <tr key={`${issue} ${service}`}>
              <th scope="row">
                <ScopedLink to={issuePath(issue)} className="row-link" data-row="" title={`${type}: ${message}`}>
                  {exceptionTitle({ message, type })}
                </ScopedLink>
              </th>
              <td className="wide-only muted">{type}</td>
              <td className="wide-only">
                <ServiceName name={service} />
              </td>
              <td className="number">{formatCount(exceptions)}</td>
              <td className="number muted">
                <RelativeTime atNs={lastNs} nowMs={nowMs} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
