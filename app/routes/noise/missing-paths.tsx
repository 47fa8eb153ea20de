import type { MissingPath } from '../../../store/noise/list-missing-paths.ts'
import { formatAmount } from '../../format/amount.ts'
import { ServiceName } from '../../ui/elements/service-name.tsx'
import { RelativeTime } from '../../ui/elements/timestamp.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

interface MissingPathsProps {
  readonly paths: readonly MissingPath[]
  readonly nowMs: number
}

/** What was asked for and is not there: new ones first. */
export function MissingPaths({ paths, nowMs }: MissingPathsProps) {
  return (
    <section className="section" aria-labelledby="missing">
      <h2 id="missing">Paths that ended in the 404 page</h2>
      {paths.length === 0 ? (
        <EmptyState title="No 404 pages" level={3}>
          <p>
            Nobody asked for a page that is not there. Senders that do not stamp their transactions are not known here.
          </p>
        </EmptyState>
      ) : (
        <>
          <div className="panel">
            <table className="list">
              <thead>
                <tr>
                  <th scope="col">Path</th>
                  <th scope="col" className="wide-only col-services">
                    Came from
                  </th>
                  <th scope="col" className="wide-only col-service">
                    Service
                  </th>
                  <th scope="col" className="wide-only col-release">
                    Release
                  </th>
                  <th scope="col" className="number col-duration">
                    Hits
                  </th>
                  <th scope="col" className="number col-when wide-only">
                    First seen
                  </th>
                  <th scope="col" className="number col-when">
                    Latest
                  </th>
                </tr>
              </thead>
              <tbody>
                {paths.map(({ path, isNew, hits, firstNs, lastNs, services, referrers, releases }) => (
                  <tr key={path}>
                    <th scope="row" className="mono" title={path}>
                      <div className="lead">
                        <span className="row-link">{path}</span> {isNew && <span className="mark">new</span>}
                      </div>
                    </th>
                    <td className="wide-only" title={referrers.join('\n')}>
                      {referrers.length === 0 ? <span className="muted">not told</span> : referrers.join(', ')}
                    </td>
                    <td className="wide-only">
                      {services.map(service => (
                        <ServiceName key={service} name={service} />
                      ))}
                    </td>
                    <td className="wide-only">{releases.join(', ')}</td>
                    <td className="number">{formatAmount(hits)}</td>
                    <td className="number muted wide-only">
                      <RelativeTime atNs={firstNs} nowMs={nowMs} />
                    </td>
                    <td className="number muted">
                      <RelativeTime atNs={lastNs} nowMs={nowMs} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="muted small note">
            A star stands for what looks like an id; of a longer path the first three segments count. Hits are by whole
            hours, of server and browser together; a path is remembered for 37 days.
          </p>
        </>
      )}
    </section>
  )
}
