import type { QueueTime, QueueTimes } from '../../../store/services/list-queue-times.ts'
import { formatAmount } from '../../format/amount.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'

/** A table of how long messages were in the queues from which a service takes them. */
export function QueueTimesTable({ queueTimes: { queues, read, all } }: { readonly queueTimes: QueueTimes }) {
  return (
    <>
      <div className="panel scrolls">
        <DataTable
          className="fit"
          caption="Time in the queue"
          columns={COLUMNS}
          rows={queues}
          keyOf={({ queue }) => queue}
        />
      </div>
      <p className="pager">
        From the end of the producer’s span to the start of the consumer’s
        {read < all && `, of ${formatCount(read)} of ${formatAmount(all)} consumers’ spans`}.
      </p>
    </>
  )
}

const COLUMNS: readonly Column<QueueTime>[] = [
  { name: 'Queue', namesRow: true, cell: ({ queue }) => queue || <span className="muted">no name</span> },
  { name: 'Messages', isNumber: true, width: 'col-count', cell: ({ messages }) => formatAmount(messages) },
  { name: 'p50', isNumber: true, width: 'col-duration', cell: ({ p50 }) => formatDuration(p50) },
  { name: 'p95', isNumber: true, width: 'col-duration', cell: ({ p95 }) => formatDuration(p95) },
  { name: 'Longest', isNumber: true, width: 'col-duration', cell: ({ longest }) => formatDuration(longest) },
]
