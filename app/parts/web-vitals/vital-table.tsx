import { Link } from 'react-router'
import type { WebVital } from '../../../store/vitals/list-vitals.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import { formatVital, rateVital, VitalChange, VitalRating, WEB_VITALS } from '../../ui/numbers/web-vital.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import type { SortParam } from '../../ui/table/sort-header.tsx'
import type { Scope } from '../../url/scope.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import type { RouteVitals } from './sort-routes.ts'
import { formatBound } from './vital-tiles.tsx'

interface VitalTableProps {
  readonly routes: readonly RouteVitals[]
  readonly scope: Scope
  /** Without it the column headers are not links. */
  readonly sorting?: SortParam
}

/** 75th percentiles by route; each row links to the route's traces. */
export function VitalTable({ routes, scope, sorting }: VitalTableProps) {
  return (
    <>
      <div className="panel scrolls">
        <DataTable
          className="vitals"
          caption="75th percentile by route"
          columns={[routeColumn(scope), ...VITAL_COLUMNS]}
          rows={routes}
          keyOf={({ route }) => route}
          sorting={sorting}
        />
      </div>
      <p className="pager">
        75th percentiles and their change: red if it got worse and is not good. Of fewer than {MIN_COUNT_FOR_PERCENTAGE}{' '}
        samples neither is rated. Other values without a rating are good.
      </p>
    </>
  )
}

const routeColumn = (scope: Scope): Column<RouteVitals> => ({
  name: 'Route',
  namesRow: true,
  sort: { by: 'route' },
  look: 'mono',
  cell: ({ route, vitals }) => (
    <>
      <Link to={tracesPath({ ...scope, itsOperation: route })} className="row-link" data-row="">
        {route || 'no route'}
      </Link>
      <span className="beside small">{describeSamples(countSamples(vitals))}</span>
      {WEB_VITALS.map(({ vital, code, ...bounds }) => (
        <RouteRating key={vital} vital={vital} code={code} measured={vitals[vital]} bounds={bounds} />
      ))}
    </>
  ),
})

const VITAL_COLUMNS = WEB_VITALS.map(
  ({ vital, code, name, ...bounds }): Column<RouteVitals> => ({
    name: code,
    head: <abbr title={name}>{code}</abbr>,
    sort: { by: vital, first: 'falling' },
    isNumber: true,
    width: 'col-vital',
    look: ({ vitals }) => (vitals[vital] === undefined ? 'muted' : undefined),
    title: ({ vitals: { [vital]: measured } }) => measured && `${name}: ${pluralize(measured.samples, 'sample')}`,
    cell: ({ vitals }) => <VitalValue measured={vitals[vital]} bounds={bounds} samples={countSamples(vitals)} />,
  }),
)

type Measured = RouteVitals['vitals'][WebVital['vital']]

const isRated = (measured: Measured) => (measured?.samples ?? 0) >= MIN_COUNT_FOR_PERCENTAGE

/** A good value from this share of its bound on is said to be near it. */
const NEAR = 0.9

interface RouteRatingProps {
  readonly vital: WebVital['vital']
  readonly code: string
  readonly measured: Measured
  readonly bounds: { readonly good: number; readonly poor: number }
}

/** The rating of a vital that is not good, or almost not; of few samples no rating, but that it is of few. */
function RouteRating({ vital, code, measured, bounds }: RouteRatingProps) {
  const { now: value, samples } = measured ?? { now: 0, samples: 0 }
  if (value <= bounds.good * (isRated(measured) ? NEAR : 1)) return null
  if (!isRated(measured))
    return <span className="beside small">{`${code} of only ${pluralize(samples, 'sample')}`}</span>
  return (
    <span className="beside small">
      {value > bounds.good ? (
        <VitalRating code={code} value={value} bounds={bounds} />
      ) : (
        `${code} near ${formatBound(vital, bounds.good)}`
      )}
    </span>
  )
}

/** By rating: of a good value none. */
const COLOURS = [undefined, 'warn', 'bad'] as const

interface VitalValueProps {
  readonly measured: Measured
  readonly bounds: RouteRatingProps['bounds']
  /** Of the route, beside its name. */
  readonly samples: number
}

function VitalValue({ measured, bounds, samples: ofRoute }: VitalValueProps) {
  if (measured === undefined) return '–'
  const { vital, now, before, samples } = measured
  const hasSamples = samples < ofRoute
  const hasChange = before !== undefined && isRated(measured)
  return (
    <>
      <span className={isRated(measured) ? COLOURS[rateVital({ value: now, bounds })] : undefined}>
        {formatVital(vital, now)}
      </span>
      {(hasSamples || hasChange) && (
        <div className="change">
          {hasSamples && (
            <span className={hasChange ? 'wide-only' : undefined}>
              of {formatCount(samples)}
              {hasChange && ', '}
            </span>
          )}
          {hasChange && <VitalChange value={now} before={before} samples={samples} bounds={bounds} />}
        </div>
      )}
    </>
  )
}

/** Each page view measures each vital at most once. */
const countSamples = (vitals: RouteVitals['vitals']) =>
  Math.max(0, ...Object.values(vitals).map(({ samples }) => samples))

const describeSamples = (samples: number) =>
  samples < MIN_COUNT_FOR_PERCENTAGE ? `only ${pluralize(samples, 'sample')}` : pluralize(samples, 'sample')
