import { formatCount } from '../../format/count.ts'
import type { UserIssue } from '../../parts/session-events/describe-issues.server.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'

/** The issues that a user met in the sessions that are shown, the last first. */
export function UserIssues({ issues, nowMs }: { readonly issues: readonly UserIssue[]; readonly nowMs: number }) {
  return (
    <section className="section" aria-labelledby="issues">
      <h2 id="issues">Issues</h2>
      <div className="panel">
        <table className="list events">
          <thead>
            <tr>
              <th scope="col">Issue</th>
              <th scope="col" className="wide-only col-service">
                Service
              </th>
              <th scope="col" className="wide-only col-route">
                Last release
              </th>
              <th scope="col" className="number col-count">
                Events
              </th>
              <th scope="col" className="number col-when">
                Last seen
              </th>
            </tr>
          </thead>
          <tbody>
            {issues.map(({ to, title, service, mark, colour, release, isOver, events, lastNs }) => (
              <tr key={to}>
                <th scope="row">
                  <div className="lead">
                    <ScopedLink to={to} className="row-link" data-row="" title={title}>
                      {title}
                    </ScopedLink>
                    {mark !== '' && <span className={`mark ${colour}`}>{mark}</span>}
                  </div>
                  <p className="under narrow-only">
                    <ServiceName name={service} /> <span className={isOver ? 'good' : ''}>{release}</span>
                  </p>
                </th>
                <td className="wide-only">
                  <ServiceName name={service} />
                </td>
                <td className={`wide-only ${isOver ? 'good' : 'muted'}`}>{release}</td>
                <td className="number">{formatCount(events)}</td>
                <td className="number muted">
                  <RelativeTime atNs={lastNs} nowMs={nowMs} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
