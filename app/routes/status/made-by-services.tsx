import type { Made } from '../../../store/pipeline/sum-made.ts'
import { formatCount } from '../../format/count.ts'
import { ServiceName } from '../../ui/service-name.tsx'

const NOUNS = { spans: 'spans', logs: 'log records' } as const

/** What the SDKs of servers say of what they made: sent, dropped, and what is neither. */
export function MadeByServices({ made }: { readonly made: readonly Made[] }) {
  return (
    <div className="panel section">
      <table className="list drops" aria-label="What SDKs made">
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col" className="number col-count">
              Made
            </th>
            <th scope="col" className="number col-count">
              = Sent
            </th>
            <th scope="col" className="number col-count">
              + Dropped
            </th>
            <th scope="col" className="number col-count wide-only">
              + Held
            </th>
          </tr>
        </thead>
        <tbody>
          {made.map(({ service, signal, made: all, sent, dropped }) => (
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
