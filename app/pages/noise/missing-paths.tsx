import type { MissingPath } from '../../../store/noise/list-missing-paths.ts'
import { formatAmount } from '../../format/amount.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { relativeTimeColumn } from '../../ui/table/relative-time-column.tsx'

interface MissingPathsProps {
  readonly paths: readonly MissingPath[]
  readonly nowMs: number
}

/** Paths that ended in the 404 page, new ones first; with their referrers if any request had one. */
export function MissingPaths({ paths, nowMs }: MissingPathsProps) {
  const hasReferrers = paths.some(({ referrers }) => referrers.length > 0)
  const columns: readonly (Column<MissingPath> | false)[] = [
    {
      name: 'Path',
      namesRow: true,
      look: 'mono',
      title: ({ path }) => path,
      cell: ({ path, isNew }) => (
        <div className="lead">
          <span className="row-link">{path}</span> {isNew && <span className="mark">new</span>}
        </div>
      ),
    },
    hasReferrers && {
      name: 'Referrer',
      shown: 'roomy',
      width: 'col-wide',
      title: ({ referrers }) => referrers.join('\n'),
      cell: ({ referrers }) => (referrers.length === 0 ? <span className="muted">unknown</span> : referrers.join(', ')),
    },
    {
      name: 'Service',
      shown: 'wide',
      width: 'col-service',
      cell: ({ services }) => services.flatMap(service => [<ServiceName key={service} name={service} />, ' ']),
    },
    { name: 'Release', shown: 'wide', width: 'col-type', cell: ({ releases }) => releases.join(', ') },
    { name: 'Hits', isNumber: true, width: 'col-duration', cell: ({ hits }) => formatAmount(hits) },
    relativeTimeColumn('First seen', 'firstNs', { nowMs, shown: 'wide' }),
    relativeTimeColumn('Last seen', 'lastNs', { nowMs }),
  ]
  return (
    <section className="section" aria-labelledby="missing">
      <h2 id="missing">Missing pages</h2>
      {paths.length === 0 ? (
        <EmptyState title="No missing pages" level={3}>
          <p>No request ended on the 404 page. Services that do not report transaction routes are not listed.</p>
        </EmptyState>
      ) : (
        <>
          <div className="panel">
            <DataTable columns={columns} rows={paths} keyOf={({ path }) => path} />
          </div>
          <p className="muted small note">
            One hit is one request. The rule drops all spans of its trace, often more than one.{' '}
            {paths.some(({ path }) => path.includes('*')) && '* stands for an ID. '}Paths are cut after three segments,
            counted by the hour, and kept for 37 days.
          </p>
        </>
      )}
    </section>
  )
}
