import type { ReleaseRouteLatency } from '../../../store/releases/list-release-latencies.ts'
import { formatAmount, formatChange, formatShare } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../format/error-share.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LatencyTable } from '../../ui/table/latency-table.tsx'
import type { ReleaseRoute } from './order-regressions.ts'

interface ReleaseLatencyProps {
  /** What got worse first. */
  readonly latencies: readonly ReleaseRoute[]
}

/** Latency at the 75th percentile and failures by route, compared with the previous release. */
export function ReleaseLatency({ latencies }: ReleaseLatencyProps) {
  return (
    <section className="section" aria-labelledby="latency">
      <h2 id="latency">Latency and failures by route</h2>
      {latencies.length === 0 ? (
        <EmptyState title="No data" level={3}>
          <p>No requests of this release are stored.</p>
        </EmptyState>
      ) : (
        <LatencyTable
          rows={latencies.map(speed => ({
            key: `${speed.service} ${speed.route}`,
            name: speed.route || 'no route',
            title: describeSamples(speed),
            service: speed.service,
            count: `${formatAmount(speed.samplesBefore * speed.thinnedBy)} → ${formatAmount(speed.samples * speed.thinnedBy)}`,
            now: formatLatency(speed.now),
            before: speed.before === undefined ? '' : formatLatency(speed.before),
            change: <span className={speed.isSlower ? 'bad' : 'muted'}>{describeLatencyChange(speed)}</span>,
            failed: failedOf(speed),
          }))}
        />
      )}
    </section>
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
export function describeLatencyChange({ now, before, samples, samplesBefore }: ReleaseRouteLatency): string {
  if (before === undefined) return 'new'
  return Math.min(samples, samplesBefore) < MIN_COUNT_FOR_PERCENTAGE ? '–' : formatChange(now, before)
}

const formatLatency = (ns: number) => formatDuration(BigInt(Math.round(ns)))
