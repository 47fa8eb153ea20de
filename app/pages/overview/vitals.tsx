import { Link } from 'react-router'
import type { WebVital } from '../../../store/vitals/list-vitals.ts'
import { pluralize } from '../../format/count.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatVital, VitalChange, VitalRating, WEB_VITALS } from '../../ui/numbers/web-vital.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import type { Scope } from '../../url/scope.ts'
import { vitalsPath } from '../../url/vital-filters.ts'

interface VitalRow extends WebVital {
  readonly bounds: (typeof WEB_VITALS)[number]
}

/** Web vitals at the 75th percentile. */
export function Vitals({ vitals, scope }: { readonly vitals: readonly WebVital[]; readonly scope: Scope }) {
  return (
    <section className="section" aria-labelledby="vitals">
      <h2 id="vitals">Web vitals</h2>
      {vitals.length === 0 ? (
        <EmptyState title="No web vitals" level={3}>
          <p>No browser reported web vitals in this range.</p>
        </EmptyState>
      ) : (
        <div className="panel">
          <DataTable
            columns={columnsOf(scope)}
            rows={WEB_VITALS.flatMap(bounds =>
              vitals.filter(({ vital }) => vital === bounds.vital).map(measured => ({ ...measured, bounds })),
            )}
            keyOf={({ vital }) => vital}
          />
        </div>
      )}
    </section>
  )
}

const columnsOf = (scope: Scope): readonly Column<VitalRow>[] => [
  {
    name: 'Vital',
    namesRow: true,
    title: ({ samples }) => pluralize(samples, 'sample'),
    cell: ({ vital, now, bounds }) => (
      <>
        <Link to={vitalsPath({ ...scope, sort: `-${vital}` })} className="row-link" data-row="">
          {bounds.code}
          <span className="beside wide-only">{bounds.name}</span>
        </Link>
        <p className="under narrow-only">
          <VitalRating value={now} bounds={bounds} />
        </p>
      </>
    ),
  },
  {
    name: 'Rating',
    shown: 'wide',
    width: 'col-service',
    cell: ({ now, bounds }) => <VitalRating value={now} bounds={bounds} />,
  },
  { name: 'p75', isNumber: true, width: 'col-duration', cell: ({ vital, now }) => formatVital(vital, now) },
  {
    name: 'Change',
    isNumber: true,
    width: 'col-change',
    cell: ({ now, before, samples, bounds }) => (
      <VitalChange value={now} before={before ?? 0} samples={samples} bounds={bounds} />
    ),
  },
]
