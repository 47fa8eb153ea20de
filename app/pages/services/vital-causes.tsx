import { Link } from 'react-router'
import type { WebVitalCause } from '../../../store/services/list-vital-causes.ts'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { formatVital, WEB_VITALS } from '../../ui/numbers/web-vital.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import type { Scope } from '../../url/scope.ts'
import { vitalCauseLogsPath } from './search-paths.ts'

interface VitalCausesProps {
  readonly causes: readonly WebVitalCause[]
  readonly scope: Scope
}

/** What page views with a slow or shifting page have in common: each row leads to the measurements. */
export function VitalCauses({ causes, scope }: VitalCausesProps) {
  return (
    <div className="panel scrolls">
      <DataTable
        caption="Causes of poor web vitals, most page views first"
        columns={columnsOf(scope)}
        rows={causes}
        keyOf={({ vital, route, target, url }) => `${vital} ${route} ${target} ${url}`}
      />
    </div>
  )
}

const columnsOf = (scope: Scope): readonly Column<WebVitalCause>[] => [
  {
    name: 'Cause',
    namesRow: true,
    look: 'mono',
    cell: cause => (
      <Link
        to={vitalCauseLogsPath(cause, scope)}
        className="row-link"
        data-row=""
        title={[cause.target, cause.url].join(' ')}
      >
        {cause.target || 'unknown element'} {cause.url !== '' && <span className="muted">{cause.url}</span>}
      </Link>
    ),
  },
  { name: 'Vital', width: 'col-count', cell: ({ vital }) => <VitalCode vital={vital} /> },
  { name: 'Route', width: 'col-route', look: 'mono', cell: ({ route }) => route || 'no route' },
  { name: 'Page views', isNumber: true, width: 'col-count', cell: ({ views }) => formatAmount(views) },
  {
    name: 'Share',
    head: <abbr title="Of the route’s page views that are not good">Share</abbr>,
    isNumber: true,
    shown: 'wide',
    width: 'col-count',
    cell: ({ views, routeViews }) => formatShare(views, routeViews),
  },
  { name: 'p75', isNumber: true, width: 'col-duration', cell: ({ vital, p75 }) => formatVital(vital, p75) },
  {
    name: 'Longest phase',
    shown: 'wide',
    width: 'col-route',
    cell: ({ phase }) => (phase === '' ? <span className="muted">–</span> : phase.replaceAll('_', ' ')),
  },
]

function VitalCode({ vital }: Pick<WebVitalCause, 'vital'>) {
  const { code, name } = WEB_VITALS.find(of => of.vital === vital) ?? { code: vital, name: vital }
  return <abbr title={name}>{code}</abbr>
}
