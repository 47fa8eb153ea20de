import type { Queue } from '../../../store/pipeline/list-queues.ts'
import { formatShare } from '../../format/amount.ts'
import { formatBytes } from '../../format/bytes.ts'
import { shortCollectorName } from '../../parts/pipeline-health/short-collector-name.ts'

/** The queues of Collectors that report now. */
export function CollectorQueues({ queues }: { readonly queues: readonly Queue[] }) {
  if (queues.length === 0) return <p className="muted">No Collector is reporting its queues.</p>
  const collectors = new Set(queues.map(({ collector }) => collector)).size
  return (
    <div className="panel">
      <table className="list fit">
        <thead>
          <tr>
            <th scope="col">Exporter</th>
            <th scope="col">Signal</th>
            <th scope="col" className="number">
              Queued
            </th>
            <th scope="col" className="number">
              Full
            </th>
            <th scope="col" className="number wide-only">
              Capacity
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ collector, exporter, data, size, capacity }) => (
            <tr key={`${collector} ${exporter} ${data}`}>
              <th scope="row">
                {exporter}
                {exporter.endsWith('/noise') && <span className="beside">drop counts</span>}
                {collectors > 1 && <span className="beside">{shortCollectorName(collector)}</span>}
              </th>
              <td>{data}</td>
              <td className={size === 0 ? 'number muted' : 'number'}>{formatBytes(size)}</td>
              <td className={size === 0 ? 'number muted' : 'number'}>{formatShare(size, capacity)}</td>
              <td className="number muted wide-only">{formatBytes(capacity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
