import type { ReactNode } from 'react'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'

export interface LatencyRow {
  readonly key: string
  readonly name: ReactNode
  /** Says what is compared, if not the period with the previous one. */
  readonly note?: string
  /** Title with the sample size. */
  readonly title?: string
  readonly service: string
  /** Of how many transactions. */
  readonly count: string
  readonly now: string
  /** '' if there is no value. */
  readonly before: string
  readonly change: ReactNode
}

/** 75th percentiles by operation and service, now and before. */
export function LatencyTable({ rows }: { readonly rows: readonly LatencyRow[] }) {
  return (
    <div className="panel">
      <DataTable className="fit" columns={COLUMNS} rows={rows} keyOf={({ key }) => key} />
    </div>
  )
}

const COLUMNS: readonly Column<LatencyRow>[] = [
  {
    name: 'Operation',
    namesRow: true,
    look: 'mono',
    title: ({ title }) => title,
    cell: ({ name, note, service }) => (
      <>
        {name}
        {note && <p className="under">{note}</p>}
        <div className="narrow-only small">
          <ServiceName name={service} />
        </div>
      </>
    ),
  },
  { name: 'Service', shown: 'wide', width: 'col-wide', cell: ({ service }) => <ServiceName name={service} /> },
  {
    name: 'Transactions',
    isNumber: true,
    shown: 'wide',
    width: 'col-count',
    look: 'muted',
    cell: ({ count }) => count,
  },
  {
    name: 'p75',
    isNumber: true,
    width: 'col-duration',
    cell: ({ now, before, change }) => (
      <>
        {now}
        {before && (
          <p className="narrow-only">
            <span className="muted small">from {before}</span>
          </p>
        )}
        <p className="narrow-only">{change}</p>
      </>
    ),
  },
  {
    name: 'Previous',
    isNumber: true,
    shown: 'wide',
    width: 'col-duration',
    look: 'muted',
    cell: ({ before }) => before,
  },
  { name: 'Change', isNumber: true, shown: 'wide', width: 'col-when', cell: ({ change }) => change },
]
