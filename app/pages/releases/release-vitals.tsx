import { Fragment } from 'react'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { formatVital, VitalRating, VitalRatings, WEB_VITALS } from '../../ui/numbers/web-vital.tsx'
import type { ReleaseRoute } from './order-regressions.ts'
import { describeLatencyChange, describeSamples } from './release-latency.tsx'

interface ReleaseVitalsProps {
  readonly vitals: readonly ReleaseRoute[]
  /** The release is compared with this one. */
  readonly baseline: string
}

/** Web vitals at the 75th percentile by route, compared with an earlier release. */
export function ReleaseVitals({ vitals, baseline }: ReleaseVitalsProps) {
  const columns = WEB_VITALS.filter(({ vital }) => vitals.some(({ what }) => what === vital)).map(column => ({
    ...column,
    hasChange: vitals.some(of => of.what === column.vital && describeLatencyChange(of) !== '–'),
  }))
  // Routes in the order of their worst vital.
  const rows = [...Map.groupBy(vitals, ({ service, route }) => `${service} ${route}`)]
  if (rows.length === 0) return null
  return (
    <section className="section" aria-labelledby="web-vitals">
      <h2>
        <span id="web-vitals">Web vitals</span>{' '}
        <span className="muted small">75th percentile, change from {baseline}</span>
      </h2>
      <div className="panel">
        <table className="list fit">
          <caption className="visually-hidden">75th percentile of web vitals by route</caption>
          <thead>
            <tr>
              <th scope="col">Route</th>
              <th scope="col" className="wide-only">
                Service
              </th>
              {columns.map(({ vital, code, name, hasChange }) => (
                <Fragment key={vital}>
                  <th scope="col" className="number">
                    <abbr title={name}>{code}</abbr>
                  </th>
                  {hasChange && (
                    <th scope="col" className="number roomy-only">
                      {code} change
                    </th>
                  )}
                </Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([key, measured]) => (
              <tr key={key}>
                <th scope="row" className="mono">
                  {measured[0]?.route || 'no route'}
                  <div className="narrow-only small">
                    <ServiceName name={measured[0]?.service ?? ''} />
                  </div>
                  <VitalRatings
                    vitals={Object.fromEntries(measured.filter(isRated).map(vital => [vital.what, vital]))}
                  />
                </th>
                <td className="wide-only">
                  <ServiceName name={measured[0]?.service ?? ''} />
                </td>
                {columns.map(({ vital, hasChange }) => (
                  <VitalCells key={vital} vital={measured.find(({ what }) => what === vital)} hasChange={hasChange} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="pager">
        Grey values are of fewer than {MIN_COUNT_FOR_PERCENTAGE} samples and have no rating. Others without one are
        good.
      </p>
    </section>
  )
}

const isRated = ({ samples }: ReleaseRoute) => samples >= MIN_COUNT_FOR_PERCENTAGE

function VitalCells({ vital, hasChange }: { readonly vital: ReleaseRoute | undefined; readonly hasChange: boolean }) {
  if (vital === undefined || vital.what === 'duration') {
    return (
      <>
        <td className="number muted">–</td>
        {hasChange && <td className="number muted roomy-only">–</td>}
      </>
    )
  }
  const { what, now, before, isSlower } = vital
  const bounds = WEB_VITALS.find(({ vital }) => vital === what)
  const change = describeLatencyChange(vital)
  const was = before === undefined ? '' : `, ${formatVital(what, before)} previously`
  return (
    <>
      <td
        className={`number ${isRated(vital) ? '' : 'muted'}`}
        title={`${change === '–' ? 'too few to compare' : change}${was}; ${describeSamples(vital)}`}
      >
        {bounds && isRated(vital) && now > bounds.good && (
          <span className="wide-only">
            <VitalRating value={now} bounds={bounds} />
          </span>
        )}{' '}
        {formatVital(what, now)}
      </td>
      {hasChange && (
        <td className="number roomy-only">
          <span className={`change${isSlower ? ' worse' : ''}`}>{change}</span>
        </td>
      )}
    </>
  )
}
