import type { ReactNode } from 'react'
import { ServiceName } from '../../ui/links/service-name.tsx'

export interface LatencyRow {
  readonly key: string
  readonly name: ReactNode
  /** Says what is compared, if not the period with the previous one. */
  readonly note?: string
  /** Title with the sample size. */
  readonly title?: string
  readonly service: string
  /** Of how many requests. */
  readonly count: string
  readonly now: string
  /** '' if there is no value. */
  readonly before: string
  readonly change: ReactNode
}

/** 75th percentiles by route and service, now and before. */
export function LatencyTable({ rows }: { readonly rows: readonly LatencyRow[] }) {
  return (
    <div className="panel">
      <table className="list fit">
        <thead>
          <tr>
            <th scope="col">Route</th>
            <th scope="col" className="wide-only col-wide">
              Service
            </th>
            <th scope="col" className="number wide-only col-count">
              Requests
            </th>
            <th scope="col" className="number col-duration">
              p75
            </th>
            <th scope="col" className="number wide-only col-duration">
              Previous
            </th>
            <th scope="col" className="number wide-only col-when">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, note, title, service, count, now, before, change }) => (
            <tr key={key}>
              <th scope="row" className="mono" title={title}>
                {name}
                {note && <p className="under">{note}</p>}
                <div className="narrow-only small">
                  <ServiceName name={service} />
                </div>
              </th>
              <td className="wide-only">
                <ServiceName name={service} />
              </td>
              <td className="number wide-only muted">{count}</td>
              <td className="number">
                {now}
                {before && (
                  <p className="narrow-only">
                    <span className="muted small">from {before}</span>
                  </p>
                )}
                <p className="narrow-only">{change}</p>
              </td>
              <td className="number wide-only muted">{before}</td>
              <td className="number wide-only">{change}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
