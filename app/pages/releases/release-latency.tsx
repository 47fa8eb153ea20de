import type { ReleaseRouteLatency } from '../../../store/releases/list-release-latencies.ts'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import { writeChange, writeShares } from '../../insights/write-change.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { ALL_ROUTES, compareLatency, groupByRoute, type ReleaseRoute } from './order-regressions.ts'

interface ReleaseLatencyProps {
  /** All routes of each service. */
  readonly services: readonly ReleaseRoute[]
  /** The routes that got worse come first. */
  readonly latencies: readonly ReleaseRoute[]
  /** The release is compared with this one. */
  readonly baseline: string
}

/** More routes than so many without a clear change would hide the others. */
const MAX_UNCLEAR = 3

/** Latency at the 95th percentile and failures by route, compared with an earlier release; all services of a route together. */
export function ReleaseLatency({ services, latencies, baseline }: ReleaseLatencyProps) {
  const { clear, unclear } = groupByRoute(latencies)
  const isFolded = unclear.length > MAX_UNCLEAR
  const grouped = (isFolded ? clear : [...clear, ...unclear]).flat()
  if (latencies.length === 0) return null
  return (
    <section className="section" aria-labelledby="latency">
      <h2 id="latency">Latency and failures by route</h2>
      <div className="panel">
        <RouteTable routes={[...services, ...grouped]} baseline={baseline} />
        {isFolded && (
          <details className="padded">
            <summary>{pluralize(unclear.length, 'route')} without clear change</summary>
            <RouteTable routes={unclear.flat()} baseline={baseline} />
          </details>
        )}
      </div>
    </section>
  )
}

interface RouteTableProps {
  readonly routes: readonly ReleaseRoute[]
  readonly baseline: string
}

function RouteTable({ routes, baseline }: RouteTableProps) {
  return (
    <DataTable
      className="fit"
      columns={columnsOf(baseline)}
      rows={routes}
      keyOf={({ service, route }) => `${service} ${route}`}
    />
  )
}

const columnsOf = (baseline: string): readonly Column<ReleaseRoute>[] => [
  {
    name: 'Route',
    namesRow: true,
    title: describeSamples,
    cell: ({ route, service }) => (
      <>
        <span className={route === ALL_ROUTES ? undefined : 'mono'}>{route || 'no route'}</span>
        <div className="narrow-only small">
          <ServiceName name={service} />
        </div>
      </>
    ),
  },
  { name: 'Service', shown: 'wide', width: 'col-wide', cell: ({ service }) => <ServiceName name={service} /> },
  {
    name: 'Requests',
    isNumber: true,
    shown: 'wide',
    width: 'col-count',
    look: 'muted',
    cell: ({ samplesBefore, samples, thinnedBy }) => (
      <>
        {formatAmount(samplesBefore * thinnedBy)} → {formatAmount(samples * thinnedBy)}
      </>
    ),
  },
  {
    name: 'p95',
    isNumber: true,
    width: 'col-duration',
    cell: latency => (
      <>
        {formatLatency(latency.now)}
        {latency.before !== undefined && (
          <p className="narrow-only">
            <span className="muted small">
              {baseline}: {formatLatency(latency.before)}
            </span>
          </p>
        )}
        <p className="narrow-only">
          <LatencyChange latency={latency} />
        </p>
      </>
    ),
  },
  {
    name: 'Previous p95',
    head: `In ${baseline}`,
    isNumber: true,
    shown: 'wide',
    width: 'col-duration',
    look: 'muted',
    cell: ({ before }) => formatLatency(before),
  },
  {
    name: 'Change',
    isNumber: true,
    shown: 'wide',
    width: 'col-when',
    cell: latency => <LatencyChange latency={latency} />,
  },
  {
    name: 'Error rate',
    isNumber: true,
    width: 'col-when',
    cell: latency => latency.route !== ALL_ROUTES && failedOf(latency),
  },
]

const LatencyChange = ({ latency }: { readonly latency: ReleaseRoute }) => (
  <span className={latency.isSlower ? 'bad' : 'muted'}>{describeLatencyChange(latency)}</span>
)

function failedOf({ failed, samples, errors }: ReleaseRoute) {
  if (samples < MIN_COUNT_FOR_PERCENTAGE) return <span className="muted">{`${failed} of ${samples}`}</span>
  if (errors.direction !== undefined) {
    return <span className={errors.direction === 'more' ? 'bad' : undefined}>{writeShares(errors)}</span>
  }
  return formatShare(failed, samples)
}

/** The number of measurements that a percentile is of. */
export function describeSamples({ samples, samplesBefore, thinnedBy }: ReleaseRouteLatency): string {
  const thinned = thinnedBy > 1 ? `, sampled 1:${thinnedBy}` : ''
  return `${pluralize(samples, 'sample')}, ${samplesBefore} before${thinned}`
}

/** The change of a percentile; a dash if it is of too few measurements. */
export function describeLatencyChange(of: ReleaseRouteLatency): string {
  const change = compareLatency(of)
  if (change === undefined) return 'new'
  return change.isClear === undefined ? '–' : writeChange(change)
}

const formatLatency = (ns: number | undefined) => (ns === undefined ? '' : formatDuration(BigInt(Math.round(ns))))
