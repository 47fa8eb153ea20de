import type { ReactNode } from 'react'
import type { ReleaseRouteLatency } from '../../../store/releases/list-release-latencies.ts'
import { formatAmount, formatChange, formatShare } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../format/error-share.ts'
import { ServiceName } from '../../ui/elements/service-name.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { ReleaseRoute } from './order-regressions.ts'

interface ReleaseLatencyProps {
  /** All routes of each service. */
  readonly services: readonly ReleaseRoute[]
  /** What got worse first. */
  readonly latencies: readonly ReleaseRoute[]
  /** The previous release; `undefined` if its services had different ones. */
  readonly previous: string | undefined
  /** An earlier, better one. */
  readonly better: string | undefined
}

/** Latency at the 95th percentile and failures by route, compared with the previous release and with a better one. */
export function ReleaseLatency({ services, latencies, previous, better }: ReleaseLatencyProps) {
  const before = previous || 'Previous'
  return (
    <section className="section" aria-labelledby="latency">
      <h2 id="latency">Latency and failures by route</h2>
      {latencies.length === 0 ? (
        <EmptyState title="No data" level={3}>
          <p>No requests of this release are stored.</p>
        </EmptyState>
      ) : (
        <div className="panel">
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
                {[before, better].map(
                  name =>
                    name && (
                      <th key={name} scope="col" className="number wide-only col-duration">
                        {name}
                      </th>
                    ),
                )}
                <th scope="col" className="number wide-only col-when">
                  {better ? `From ${better}` : 'Change'}
                </th>
                <th scope="col" className="number col-when">
                  Error rate
                </th>
              </tr>
            </thead>
            <tbody>
              {services.map(speed => (
                <LatencyRow key={speed.service} speed={speed} name={speed.route} previous={before} better={better} />
              ))}
              {latencies.map(speed => (
                <LatencyRow
                  key={`${speed.service} ${speed.route}`}
                  speed={speed}
                  name={<span className="mono">{speed.route || 'no route'}</span>}
                  previous={before}
                  better={better}
                  failed={failedOf(speed)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

interface LatencyRowProps {
  readonly speed: ReleaseRoute
  readonly name: ReactNode
  readonly previous: string
  readonly better: string | undefined
  readonly failed?: ReactNode
}

function LatencyRow({ speed, name, previous, better, failed }: LatencyRowProps) {
  const compared = better ? { ...speed, ...(speed.better ?? { before: undefined, isSlower: false }) } : speed
  const change = <span className={compared.isSlower ? 'bad' : 'muted'}>{describeLatencyChange(compared)}</span>
  return (
    <tr>
      <th scope="row" title={describeSamples(speed)}>
        {name}
        <div className="narrow-only small">
          <ServiceName name={speed.service} />
        </div>
      </th>
      <td className="wide-only">
        <ServiceName name={speed.service} />
      </td>
      <td className="number wide-only muted">
        {formatAmount(speed.samplesBefore * speed.thinnedBy)} → {formatAmount(speed.samples * speed.thinnedBy)}
      </td>
      <td className="number">
        {formatLatency(speed.now)}
        {compared.before !== undefined && (
          <p className="narrow-only">
            <span className="muted small">
              {better ?? previous}: {formatLatency(compared.before)}
            </span>
          </p>
        )}
        <p className="narrow-only">{change}</p>
      </td>
      <td className="number wide-only muted">{formatLatency(speed.before)}</td>
      {better && <td className="number wide-only muted">{formatLatency(speed.better?.before)}</td>}
      <td className="number wide-only">{change}</td>
      <td className="number">{failed}</td>
    </tr>
  )
}

function failedOf({ failed, samples, errors }: ReleaseRoute) {
  if (samples < MIN_COUNT_FOR_PERCENTAGE) return <span className="muted">{`${failed} of ${samples}`}</span>
  if (errors.isDifferent) return <span className={errors.rise > 0 ? 'bad' : undefined}>{errors.text}</span>
  return formatShare(failed, samples)
}

/** How many measurements a percentile is of. */
export function describeSamples({ samples, samplesBefore, thinnedBy }: ReleaseRouteLatency): string {
  const thinned = thinnedBy > 1 ? `, sampled 1:${thinnedBy}` : ''
  return `${pluralize(samples, 'sample')}, ${samplesBefore} previously${thinned}`
}

/** The change of a percentile; a dash if it is of too few measurements. */
export function describeLatencyChange({
  now,
  before,
  samples,
  samplesBefore,
}: Pick<ReleaseRouteLatency, 'now' | 'before' | 'samples' | 'samplesBefore'>): string {
  if (before === undefined) return 'new'
  return Math.min(samples, samplesBefore) < MIN_COUNT_FOR_PERCENTAGE ? '–' : formatChange(now, before)
}

const formatLatency = (ns: number | undefined) => (ns === undefined ? '' : formatDuration(BigInt(Math.round(ns))))
