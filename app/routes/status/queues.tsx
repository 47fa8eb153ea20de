import type { PipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import type { Queue } from '../../../store/pipeline/list-queues.ts'
import { formatShare } from '../../format/amount.ts'
import { formatBytes } from '../../format/bytes.ts'
import { pluralize } from '../../format/count.ts'
import { RelativeTime } from '../../ui/elements/timestamp.tsx'
import { shortCollectorName } from './describe-health.ts'

interface QueuesProps {
  readonly health: PipelineHealth
  readonly nowMs: number
}

/** The queues of Collectors that report now, and separately those of Collectors that stopped reporting. */
export function CollectorQueues({ health, nowMs }: QueuesProps) {
  const { queues, leftQueues } = health
  return (
    <>
      {queues.length > 0 ? (
        <QueueTable queues={queues} />
      ) : (
        <p className="muted">No Collector is reporting its queues.</p>
      )}
      {leftQueues.length > 0 && <QueuesOfStoppedCollectors queues={leftQueues} nowMs={nowMs} />}
    </>
  )
}

function QueuesOfStoppedCollectors({ queues, nowMs }: { readonly queues: readonly Queue[]; readonly nowMs: number }) {
  const collectors = new Set(queues.map(({ collector }) => collector)).size
  const [latest] = queues
  return (
    <p className="pager">
      <span>
        {pluralize(collectors, 'Collector')} stopped reporting in the last hour
        {latest !== undefined && (
          <>
            , the latest <RelativeTime atNs={latest.reportedNs} nowMs={nowMs} />
          </>
        )}
        . {formatBytes(queues.reduce((sum, { size }) => sum + size, 0))} are still queued on disk: start a Collector
        with the same queue folder to deliver them.
      </span>
    </p>
  )
}

function QueueTable({ queues }: { readonly queues: readonly Queue[] }) {
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
            <th scope="col" className="col-bar">
              <span className="visually-hidden">Share of capacity</span>
            </th>
            <th scope="col" className="number">
              Capacity
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ collector, exporter, data, size, capacity }) => (
            <tr key={`${collector} ${exporter} ${data}`}>
              <th scope="row">
                {exporter}
                {collectors > 1 && <span className="beside">{shortCollectorName(collector)}</span>}
              </th>
              <td>{data}</td>
              <td className={size === 0 ? 'number muted' : 'number'}>{formatBytes(size)}</td>
              <td title={`${formatShare(size, capacity)} of capacity`}>
                <svg className="length" aria-hidden="true">
                  <rect fillOpacity="0.3" width="100%" height="100%" rx="2" />
                  <rect width={formatShare(size, capacity).replace(/[< ]/g, '')} height="100%" rx="2" />
                </svg>
              </td>
              <td className="number muted">{formatBytes(capacity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
