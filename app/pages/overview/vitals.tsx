import { Link } from 'react-router'
import type { WebVital } from '../../../store/vitals/list-vitals.ts'
import { pluralize } from '../../format/count.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatVital, VitalChange, VitalRating, WEB_VITALS } from '../../ui/numbers/web-vital.tsx'
import type { Scope } from '../../url/scope.ts'
import { vitalsPath } from '../../url/vital-filters.ts'

/** Web vitals at the 75th percentile. */
export function Vitals({ vitals, scope }: { readonly vitals: readonly WebVital[]; readonly scope: Scope }) {
  return (
    <section className="section" aria-labelledby="vitals">
      <h2 id="vitals">Web vitals</h2>
      {vitals.length === 0 ? (
        <EmptyState title="No web vitals" level={3}>
          <p>No browser reported web vitals in this range.</p>
        </EmptyState>
      ) : (
        <div className="panel">
          <table className="list">
            <thead>
              <tr>
                <th scope="col">Vital</th>
                <th scope="col" className="wide-only col-service">
                  Rating
                </th>
                <th scope="col" className="number col-duration">
                  p75
                </th>
                <th scope="col" className="number col-change">
                  Change
                </th>
              </tr>
            </thead>
            <tbody>
              {WEB_VITALS.flatMap(({ vital, code, name, ...bounds }) =>
                vitals
                  .filter(measured => measured.vital === vital)
                  .map(({ now, before, samples }) => (
                    <tr key={vital}>
                      <th scope="row" title={`${pluralize(samples, 'sample')}`}>
                        <Link to={vitalsPath({ ...scope, sort: `-${vital}` })} className="row-link" data-row="">
                          {code}
                          <span className="beside wide-only">{name}</span>
                        </Link>
                        <p className="under narrow-only">
                          <VitalRating value={now} bounds={bounds} />
                        </p>
                      </th>
                      <td className="wide-only">
                        <VitalRating value={now} bounds={bounds} />
                      </td>
                      <td className="number">{formatVital(vital, now)}</td>
                      <td className="number">
                        <VitalChange value={now} before={before ?? 0} samples={samples} bounds={bounds} />
                      </td>
                    </tr>
                  )),
              )}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
