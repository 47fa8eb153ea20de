import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import type { DroppableVolume, ServiceVolume, ShownVolume } from './describe-volume.server.ts'

const SERVICE_COLUMNS: readonly Column<ServiceVolume>[] = [
  { name: 'Service', namesRow: true, cell: ({ service }) => <ServiceName name={service} /> },
  { name: 'Spans', isNumber: true, cell: ({ spans }) => spans },
  { name: 'Log records', isNumber: true, cell: ({ logs }) => logs },
  { name: 'Data points', isNumber: true, shown: 'wide', cell: ({ points }) => points },
  { name: 'Bytes', isNumber: true, cell: ({ bytes }) => bytes },
  { name: 'Share', isNumber: true, shown: 'wide', cell: ({ share }) => share },
]

const DROPPABLE_COLUMNS: readonly Column<DroppableVolume>[] = [
  {
    name: 'Operation or severity',
    namesRow: true,
    cell: ({ name, path, service }) => (
      <>
        <ScopedLink to={path}>{name}</ScopedLink>
        <span className="under narrow-only">
          <ServiceName name={service} />
        </span>
      </>
    ),
  },
  { name: 'Service', shown: 'wide', cell: ({ service }) => <ServiceName name={service} /> },
  { name: 'Records', isNumber: true, shown: 'wide', cell: ({ count }) => count },
  { name: 'A day', isNumber: true, cell: ({ bytes }) => bytes },
  { name: 'Share', isNumber: true, shown: 'wide', cell: ({ share }) => share },
  { name: 'While kept', isNumber: true, cell: ({ kept }) => kept },
]

/** Shows what services write a day, and what a drop rule for each of their operations and severities would save. */
export function StoredVolume({ volume }: { readonly volume: ShownVolume }) {
  const { most, services, droppable, note } = volume
  if (services.length === 0) return <p className="muted">Nothing of the last 24 h is stored.</p>
  return (
    <>
      {most !== '' && <p>{most}</p>}
      <div className="section side-by-side of-tables">
        <div>
          <h3>Written by each service</h3>
          <div className="panel">
            <DataTable
              className="fit"
              caption="What services write a day"
              columns={SERVICE_COLUMNS}
              rows={services}
              keyOf={({ service }) => service}
            />
          </div>
        </div>
        {droppable.length > 0 && (
          <div>
            <h3>What a drop rule would save</h3>
            <div className="panel">
              <DataTable
                className="fit"
                caption="What a drop rule would save"
                columns={DROPPABLE_COLUMNS}
                rows={droppable}
                keyOf={({ service, path }) => `${service} ${path}`}
              />
            </div>
          </div>
        )}
      </div>
      <p className="pager">{note}</p>
    </>
  )
}
