import type { ReleaseRouteLatency } from '../../../store/releases/list-release-latencies.ts'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import { writeChange, writeShares } from '../../insights/write-change.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
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
    <table className="list fit">
      <thead>
        <tr>
          <th scope="col">Route</th>
          <th scope="col" className="wide-only col-wide">
            Service
          </th>
          <th scope="col" className="number wide-only col-count">
            Requests
          </th>
          <th scope="col" className="number col-duration">
            p95
          </th>
          <th scope="col" className="number wide-only col-duration">
            In {baseline}
          </th>
          <th scope="col" className="number wide-only col-when">
            Change
          </th>
          <th scope="col" className="number col-when">
            Error rate
          </th>
        </tr>
      </thead>
      <tbody>
        {routes.map(of => (
          <RouteRow key={`${of.service} ${of.route}`} latency={of} baseline={baseline} />
        ))}
      </tbody>
    </table>
  )
}

function RouteRow({ latency, baseline }: { readonly latency: ReleaseRoute; readonly baseline: string }) {
  const change = <span className={latency.isSlower ? 'bad' : 'muted'}>{describeLatencyChange(latency)}</span>
  return (
    <tr>
      <th scope="row" title={describeSamples(latency)}>
        <span className={latency.route === ALL_ROUTES ? undefined : 'mono'}>{latency.route || 'no route'}</span>
        <div className="narrow-only small">
          <ServiceName name={latency.service} />
        </div>
      </th>
      <td className="wide-only">
        <ServiceName name={latency.service} />
      </td>
      <td className="number wide-only muted">
        {formatAmount(latency.samplesBefore * latency.thinnedBy)} → {formatAmount(latency.samples * latency.thinnedBy)}
      </td>
      <td className="number">
        {formatLatency(latency.now)}
        {latency.before !== undefined && (
          <p className="narrow-only">
            <span className="muted small">
              {baseline}: {formatLatency(latency.before)}
            </span>
          </p>
        )}
        <p className="narrow-only">{change}</p>
      </td>
      <td className="number wide-only muted">{formatLatency(latency.before)}</td>
      <td className="number wide-only">{change}</td>
      <td className="number">{latency.route !== ALL_ROUTES && failedOf(latency)}</td>
    </tr>
  )
}

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
