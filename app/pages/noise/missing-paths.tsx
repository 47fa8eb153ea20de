import type { MissingPath } from '../../../store/noise/list-missing-paths.ts'
import { formatAmount } from '../../format/amount.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'

interface MissingPathsProps {
  readonly paths: readonly MissingPath[]
  readonly nowMs: number
}

/** Paths that ended in the 404 page, new ones first; with their referrers if any request had one. */
export function MissingPaths({ paths, nowMs }: MissingPathsProps) {
  const hasReferrers = paths.some(({ referrers }) => referrers.length > 0)
  return (
    <section className="section" aria-labelledby="missing">
      <h2 id="missing">Missing pages</h2>
      {paths.length === 0 ? (
        <EmptyState title="No missing pages" level={3}>
          <p>No request ended on the 404 page. Services that do not report transaction routes are not listed.</p>
        </EmptyState>
      ) : (
        <>
          <div className="panel">
            <table className="list">
              <thead>
                <tr>
                  <th scope="col">Path</th>
                  {hasReferrers && (
                    <th scope="col" className="roomy-only col-wide">
                      Referrer
                    </th>
                  )}
                  <th scope="col" className="wide-only col-service">
                    Service
                  </th>
                  <th scope="col" className="wide-only col-type">
                    Release
                  </th>
                  <th scope="col" className="number col-duration">
                    Hits
                  </th>
                  <th scope="col" className="number col-when wide-only">
                    First seen
                  </th>
                  <th scope="col" className="number col-when">
                    Last seen
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
                    {hasReferrers && (
                      <td className="roomy-only" title={referrers.join('\n')}>
                        {referrers.length === 0 ? <span className="muted">unknown</span> : referrers.join(', ')}
                      </td>
                    )}
                    <td className="wide-only">
                      {services.flatMap(service => [<ServiceName key={service} name={service} />, ' '])}
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
            One hit is one request. The rule drops all spans of its trace, often more than one.{' '}
            {paths.some(({ path }) => path.includes('*')) && '* stands for an ID. '}Paths are cut after three segments,
            counted by the hour, and kept for 37 days.
          </p>
        </>
      )}
    </section>
  )
}
