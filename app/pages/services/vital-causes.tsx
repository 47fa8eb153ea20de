import { Link } from 'react-router'
import type { WebVitalCause } from '../../../store/services/list-vital-causes.ts'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { formatVital, WEB_VITALS } from '../../ui/numbers/web-vital.tsx'
import type { Scope } from '../../url/scope.ts'
import { vitalCauseLogsPath } from './search-paths.ts'

interface VitalCausesProps {
  readonly causes: readonly WebVitalCause[]
  readonly scope: Scope
}

/** What page views with a slow or shifting page have in common: each row leads to the measurements. */
export function VitalCauses({ causes, scope }: VitalCausesProps) {
  return (
    <div className="panel scrolls">
      <table className="list">
        <caption className="visually-hidden">Causes of poor web vitals, most page views first</caption>
        <thead>
          <tr>
            <th scope="col">Cause</th>
            <th scope="col" className="col-count">
              Vital
            </th>
            <th scope="col" className="col-route">
              Route
            </th>
            <th scope="col" className="number col-count">
              Page views
            </th>
            <th scope="col" className="number wide-only col-count" title="Of the route’s page views that are not good">
              Share
            </th>
            <th scope="col" className="number col-duration">
              p75
            </th>
            <th scope="col" className="wide-only col-route">
              Longest phase
            </th>
          </tr>
        </thead>
        <tbody>
          {causes.map(cause => {
            const { vital, route, target, url, views, routeViews, p75, phase } = cause
            const { code, name } = WEB_VITALS.find(of => of.vital === vital) ?? { code: vital, name: vital }
            return (
              <tr key={`${vital} ${route} ${target} ${url}`}>
                <th scope="row" className="mono">
                  <Link
                    to={vitalCauseLogsPath(cause, scope)}
                    className="row-link"
                    data-row=""
                    title={[target, url].join(' ')}
                  >
                    {target || 'unknown element'} {url !== '' && <span className="muted">{url}</span>}
                  </Link>
                </th>
                <td>
                  <abbr title={name}>{code}</abbr>
                </td>
                <td className="mono">{route || 'no route'}</td>
                <td className="number">{formatAmount(views)}</td>
                <td className="number wide-only">{formatShare(views, routeViews)}</td>
                <td className="number">{formatVital(vital, p75)}</td>
                <td className="wide-only">
                  {phase === '' ? <span className="muted">–</span> : phase.replaceAll('_', ' ')}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
