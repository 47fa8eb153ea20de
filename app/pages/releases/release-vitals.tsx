import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import type { ReleaseOperation } from '../../parts/release-comparison/order-regressions.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { formatVital, VitalRating, VitalRatings, WEB_VITALS } from '../../ui/numbers/web-vital.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { describeLatencyChange, describeSamples } from './release-latency.tsx'

interface ReleaseVitalsProps {
  readonly vitals: readonly ReleaseOperation[]
  /** The release is compared with this one. */
  readonly baseline: string
}

/** The vitals of a route. */
interface RouteVitals extends Pick<ReleaseOperation, 'service'> {
  readonly route: string
  readonly vitals: ReadonlyMap<ReleaseOperation['what'], ReleaseOperation>
}

/** Web vitals at the 75th percentile by route, compared with an earlier release. */
export function ReleaseVitals({ vitals, baseline }: ReleaseVitalsProps) {
  const rows = groupVitals(vitals)
  if (rows.length === 0) return null
  return (
    <section className="section" aria-labelledby="web-vitals">
      <h2>
        <span id="web-vitals">Web vitals</span>{' '}
        <span className="muted small">75th percentile, change from {baseline}</span>
      </h2>
      <div className="panel">
        <DataTable
          className="fit"
          caption="75th percentile of web vitals by route"
          columns={columnsOf(vitals)}
          rows={rows}
          keyOf={({ service, route }) => `${service} ${route}`}
        />
      </div>
      <p className="pager">
        Grey values are of fewer than {MIN_COUNT_FOR_PERCENTAGE} samples and have no rating. Others without one are
        good.
      </p>
    </section>
  )
}

/** Routes in the order of their worst vital. */
function groupVitals(vitals: readonly ReleaseOperation[]): RouteVitals[] {
  const routes = Map.groupBy(vitals, ({ service, operation }) => `${service} ${operation}`)
  return [...routes.values()].map(measured => ({
    service: measured[0]?.service ?? '',
    route: measured[0]?.operation ?? '',
    vitals: new Map(measured.map(vital => [vital.what, vital])),
  }))
}

function columnsOf(vitals: readonly ReleaseOperation[]): readonly Column<RouteVitals>[] {
  const measured = WEB_VITALS.filter(({ vital }) => vitals.some(({ what }) => what === vital))
  return [
    {
      name: 'Route',
      namesRow: true,
      look: 'mono',
      cell: ({ route, service, vitals }) => (
        <>
          {route || 'no route'}
          <div className="narrow-only small">
            <ServiceName name={service} />
          </div>
          <VitalRatings vitals={Object.fromEntries([...vitals].filter(([, vital]) => isRated(vital)))} />
        </>
      ),
    },
    { name: 'Service', shown: 'wide', cell: ({ service }) => <ServiceName name={service} /> },
    ...measured.flatMap(bounds => [
      valueColumn(bounds),
      ...(vitals.some(of => of.what === bounds.vital && describeLatencyChange(of) !== '–')
        ? [changeColumn(bounds)]
        : []),
    ]),
  ]
}

const valueColumn = ({ vital, code, name, ...bounds }: (typeof WEB_VITALS)[number]): Column<RouteVitals> => ({
  name: code,
  head: <abbr title={name}>{code}</abbr>,
  isNumber: true,
  look: ({ vitals }) => (isRated(vitals.get(vital)) ? undefined : 'muted'),
  title: ({ vitals }) => {
    const measured = vitals.get(vital)
    if (measured === undefined) return undefined
    const change = describeLatencyChange(measured)
    const was = measured.before === undefined ? '' : `, ${formatVital(vital, measured.before)} previously`
    return `${change === '–' ? 'too few to compare' : change}${was}; ${describeSamples(measured)}`
  },
  cell: ({ vitals }) => {
    const measured = vitals.get(vital)
    if (measured === undefined) return '–'
    return (
      <>
        {isRated(measured) && measured.now > bounds.good && (
          <span className="wide-only">
            <VitalRating value={measured.now} bounds={bounds} />
          </span>
        )}{' '}
        {formatVital(vital, measured.now)}
      </>
    )
  },
})

const changeColumn = ({ vital, code }: (typeof WEB_VITALS)[number]): Column<RouteVitals> => ({
  name: `${code} change`,
  isNumber: true,
  shown: 'roomy',
  look: ({ vitals }) => (vitals.has(vital) ? undefined : 'muted'),
  cell: ({ vitals }) => {
    const measured = vitals.get(vital)
    if (measured === undefined) return '–'
    return <span className={`change${measured.isSlower ? ' worse' : ''}`}>{describeLatencyChange(measured)}</span>
  },
})

const isRated = (vital: ReleaseOperation | undefined) => (vital?.samples ?? 0) >= MIN_COUNT_FOR_PERCENTAGE
