import type { Queue } from '../../../store/pipeline/list-queues.ts'
import { DAY_NS, MINUTE_NS } from '../../../store/time-units.ts'
import { formatShare } from '../../format/amount.ts'
import { formatBytes } from '../../format/bytes.ts'
import { formatMinutes } from '../../format/duration.ts'
import { shortCollectorName } from '../../format/short-collector-name.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'

/** The queues of Collectors that report now. */
export function CollectorQueues({ queues }: { readonly queues: readonly Queue[] }) {
  if (queues.length === 0) return <p className="muted">No Collector is reporting its queues.</p>
  const hasSeveral = new Set(queues.map(({ collector }) => collector)).size > 1
  const columns: readonly Column<Queue>[] = [
    {
      name: 'Exporter',
      namesRow: true,
      cell: ({ collector, host, exporter }) => (
        <>
          {exporter}
          {exporter.endsWith('/noise') && <span className="beside">drop counts</span>}
          {hasSeveral && <span className="beside">{shortCollectorName(collector, host)}</span>}
        </>
      ),
    },
    { name: 'Signal', cell: ({ data }) => data },
    { name: 'Queued', isNumber: true, look: mutedIfEmpty, cell: ({ size }) => formatBytes(size) },
    { name: 'Full', isNumber: true, look: mutedIfEmpty, cell: ({ size, capacity }) => formatShare(size, capacity) },
    {
      name: 'Full in',
      isNumber: true,
      look: ({ fullInNs }) => (fullInNs === undefined ? 'muted' : undefined),
      cell: ({ fullInNs }) => describeFullIn(fullInNs),
    },
    { name: 'Capacity', isNumber: true, shown: 'wide', look: 'muted', cell: ({ capacity }) => formatBytes(capacity) },
  ]
  return (
    <div className="panel">
      <DataTable
        className="fit"
        columns={columns}
        rows={queues}
        keyOf={({ collector, exporter, data }) => `${collector} ${exporter} ${data}`}
      />
    </div>
  )
}

/** At the rate of the last minutes; what takes longer than a day may as well never come. */
function describeFullIn(fullInNs: bigint | undefined): string {
  if (fullInNs === undefined || fullInNs > DAY_NS) return '–'
  return fullInNs < MINUTE_NS ? '< 1 min' : formatMinutes(fullInNs)
}

const mutedIfEmpty = ({ size }: Queue) => (size === 0 ? 'muted' : undefined)
