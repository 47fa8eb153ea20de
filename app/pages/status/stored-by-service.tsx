import { DELAY_MINUTES } from '../../../store/storage/delay-minutes.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import type { ShownService, ShownServices } from './describe-stored.server.ts'

/** What was stored of each service, and how late. */
export function StoredByService({ services, nowMs }: { readonly services: ShownServices; readonly nowMs: number }) {
  if (services === 'too much') return <p className="muted">This hour has too much data to count on page load.</p>
  if (services.length === 0) return <p className="muted">Nothing was stored in this hour.</p>
  const columns: readonly Column<ShownService>[] = [
    { name: 'Service', namesRow: true, cell: ({ service }) => <ServiceName name={service} /> },
    numberColumn('spans', 'Spans'),
    numberColumn('logs', 'Log records'),
    // These have no room on narrow screens.
    { ...numberColumn('points', 'Data points'), shown: 'wide' },
    { ...numberColumn('share', 'Share'), shown: 'wide' },
    { ...numberColumn('p50', 'Age p50'), shown: 'wide' },
    numberColumn('p95', 'Age p95'),
    {
      name: 'Latest',
      isNumber: true,
      shown: 'wide',
      look: 'muted',
      cell: ({ newestStoredNs }) => <RelativeTime atNs={newestStoredNs} nowMs={nowMs} />,
    },
  ]
  return (
    <>
      <div className="panel">
        <DataTable
          className="fit"
          labelledBy="services"
          columns={columns}
          rows={services}
          keyOf={({ service }) => service}
        />
      </div>
      <p className="pager">
        Stored in this hour, with Errata’s own telemetry. Age: how old spans and log records of the last {DELAY_MINUTES}{' '}
        min were when they were stored; – without any. A backfill, or a client that was offline, sends old ones.
      </p>
    </>
  )
}

const numberColumn = (
  of: Exclude<keyof ShownService, 'service' | 'newestStoredNs'>,
  name: string,
): Column<ShownService> => ({
  name,
  isNumber: true,
  look: row => (/^[0–]$/.test(row[of]) ? 'muted' : undefined),
  cell: row => row[of],
})
