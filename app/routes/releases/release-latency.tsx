import type { ReleaseRouteLatency } from '../../../store/releases/list-release-latencies.ts'
import { formatChange, formatShare } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../ui/elements/share.tsx'
import { formatVital } from '../../ui/elements/web-vital.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LatencyTable } from '../../ui/table/latency-table.tsx'
import type { ReleaseRoute } from './order-regressions.ts'

interface ReleaseLatencyProps {
  readonly title: string
  readonly className?: string
  readonly none: string
  /** What got worse first. */
  readonly latencies: readonly ReleaseRoute[]
}

/** Within which time three of four were done, and how many failed, by route, beside the release before. */
export function ReleaseLatency({ title, className, none, latencies }: ReleaseLatencyProps) {
  const id = title.replaceAll(' ', '-').toLowerCase()
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {latencies.length === 0 ? (
        <EmptyState title="No data" level={3}>
          <p>{none}</p>
        </EmptyState>
      ) : (
        <LatencyTable
          rows={latencies.map(speed => ({
            key: `${speed.what} ${speed.service} ${speed.route}`,
            name: (
              <>
                {speed.route || 'no route'}
                {speed.what !== 'duration' && <span className="beside">{speed.what.toUpperCase()}</span>}
              </>
            ),
            title: describeSamples(speed),
            service: speed.service,
            now: formatLatency(speed.what, speed.now),
            before: speed.before === undefined ? '' : formatLatency(speed.what, speed.before),
            change: <span className={speed.isSlower ? 'bad' : 'muted'}>{changeOf(speed)}</span>,
            ...(speed.what === 'duration' && { failed: failedOf(speed) }),
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

function describeSamples({ samples, samplesBefore, thinnedBy }: ReleaseRouteLatency): string {
  const thinned = thinnedBy > 1 ? `, sampled 1:${thinnedBy}` : ''
  return `${pluralize(samples, 'sample')}, ${samplesBefore} previously${thinned}`
}

function changeOf({ now, before, samples, samplesBefore }: ReleaseRouteLatency): string {
  if (before === undefined) return 'new'
  const fewest = Math.min(samples, samplesBefore)
  return fewest < MIN_COUNT_FOR_PERCENTAGE ? `too few (${fewest})` : formatChange(now, before)
}

function formatLatency(what: ReleaseRouteLatency['what'], value: number): string {
  return what === 'duration' ? formatDuration(BigInt(Math.round(value))) : formatVital(what, value)
}
