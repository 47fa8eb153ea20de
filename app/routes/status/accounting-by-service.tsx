import type { BrowserRecordCounts } from '../../../store/accounting/count-created-by-browsers.ts'
import type { SdkRecordCounts } from '../../../store/accounting/sum-created.ts'
import { formatCount } from '../../format/count.ts'
import { ServiceName } from '../../ui/elements/service-name.tsx'
import { describeSilentBrowsers } from './describe-silent.ts'

const NOUNS = { spans: 'spans', logs: 'log records' } as const

/** What server SDKs report about the records that they created: sent, dropped, and the rest. */
export function RecordsCreatedByServers({ created }: { readonly created: readonly SdkRecordCounts[] }) {
  return <CreatedTable label="Created by SDKs" created={created} sent="Sent" rest="Held" />
}

/**
 * What pages report about the records that they created: arrived, dropped, and the rest; and how much arrived from pages without a report.
 */
export function RecordsCreatedByBrowsers({ created }: { readonly created: readonly BrowserRecordCounts[] }) {
  const told = created.filter(of => of.created > 0).map(({ arrived, ...of }) => ({ ...of, sent: arrived }))
  const silent = describeSilentBrowsers(created)
  return (
    <>
      {told.length > 0 && <CreatedTable label="Created by browsers" created={told} sent="Arrived" rest="Missing" />}
      {told.length > 0 && (
        <p className="pager">
          Browsers report these numbers. Missing records were lost, dropped by a rule, or are still in transit.
        </p>
      )}
      {silent !== undefined && <p className="pager">{silent}</p>}
    </>
  )
}

interface CreatedTableProps {
  readonly label: string
  readonly created: readonly SdkRecordCounts[]
  /** Label of delivered records. */
  readonly sent: string
  /** Label of records that are neither delivered nor dropped. */
  readonly rest: string
}

function CreatedTable({ label, created, sent: sentWord, rest }: CreatedTableProps) {
  return (
    <div className="panel section">
      <table className="list wraps" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col" className="number col-count">
              Created
            </th>
            <th scope="col" className="number col-count">
              = {sentWord}
            </th>
            <th scope="col" className="number col-count">
              + Dropped
            </th>
            <th scope="col" className="number col-count wide-only">
              + {rest}
            </th>
          </tr>
        </thead>
        <tbody>
          {created.map(({ service, signal, created: all, sent, dropped }) => (
            <tr key={`${service} ${signal}`}>
              <th scope="row">
                <ServiceName name={service} /> <span className="beside">{NOUNS[signal]}</span>
              </th>
              <td className="number">{formatCount(all)}</td>
              <td className="number">{formatCount(sent)}</td>
              <td className={`number${dropped > 0 ? ' bad' : ''}`}>{formatCount(dropped)}</td>
              <td className="number wide-only">{formatCount(Math.max(0, all - sent - dropped))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
