import { DELAY_MINUTES } from '../../../store/storage/delay-minutes.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import type { ShownServices } from './describe-stored.server.ts'

/** The columns of numbers; some have no room on narrow screens. */
const COLUMNS = [
  ['spans', 'Spans', ''],
  ['logs', 'Log records', ''],
  ['points', 'Data points', ' wide-only'],
  ['share', 'Share', ' wide-only'],
  ['p50', 'Age p50', ' wide-only'],
  ['p95', 'Age p95', ''],
] as const

/** What was stored of each service, and how late. */
export function StoredByService({ services, nowMs }: { readonly services: ShownServices; readonly nowMs: number }) {
  if (services === 'too much') return <p className="muted">This hour has too much data to count on page load.</p>
  if (services.length === 0) return <p className="muted">Nothing was stored in this hour.</p>
  return (
    <>
      <div className="panel">
        <table className="list fit" aria-labelledby="services">
          <thead>
            <tr>
              <th scope="col">Service</th>
              {COLUMNS.map(([column, name, where]) => (
                <th scope="col" key={column} className={`number${where}`}>
                  {name}
                </th>
              ))}
              <th scope="col" className="number wide-only">
                Latest
              </th>
            </tr>
          </thead>
          <tbody>
            {services.map(of => (
              <tr key={of.service}>
                <th scope="row">
                  <ServiceName name={of.service} />
                </th>
                {COLUMNS.map(([column, , where]) => (
                  <td key={column} className={`number${where}${/^[0–]$/.test(of[column]) ? ' muted' : ''}`}>
                    {of[column]}
                  </td>
                ))}
                <td className="number muted wide-only">
                  <RelativeTime atNs={of.newestStoredNs} nowMs={nowMs} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="pager">
        Stored in this hour, with Errata’s own telemetry. Age: how old spans and log records of the last {DELAY_MINUTES}{' '}
        min were when they were stored; – without any. A backfill, or a client that was offline, sends old ones.
      </p>
    </>
  )
}
