import type { Restart } from '../../../store/pipeline/list-restarts.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'

/** The restarts that the supervisor of `npm start` reported, with their reasons. */
export function RestartsTable({ restarts, nowMs }: { readonly restarts: readonly Restart[]; readonly nowMs: number }) {
  const columns: readonly Column<Restart>[] = [
    { name: 'Process', namesRow: true, width: 'col-when', cell: ({ process }) => process },
    {
      name: 'Restarted',
      width: 'col-when',
      look: 'muted nowrap',
      cell: ({ atNs }) => <RelativeTime atNs={atNs} nowMs={nowMs} />,
    },
    { name: 'Reason', cell: ({ reason }) => reason },
  ]
  return (
    <div className="panel">
      <DataTable
        className="wraps"
        columns={columns}
        rows={restarts}
        keyOf={({ atNs, process }) => `${atNs} ${process}`}
      />
    </div>
  )
}
