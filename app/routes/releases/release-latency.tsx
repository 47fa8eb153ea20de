import type { ReleaseRouteLatency } from '../../../store/releases/list-release-latencies.ts'
import { formatChange } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../ui/elements/share.tsx'
import { formatVital } from '../../ui/elements/web-vital.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LatencyTable } from '../../ui/table/latency-table.tsx'

interface ReleaseLatencyProps {
  readonly title: string
  readonly none: string
  readonly latencies: readonly ReleaseRouteLatency[]
}

/** 75th percentiles by route, compared with the previous release. */
export function ReleaseLatency({ title, none, latencies }: ReleaseLatencyProps) {
  const id = title.replaceAll(' ', '-').toLowerCase()
  return (
    <section aria-labelledby={id}>
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
            title: looked(speed),
            service: speed.service,
            now: written(speed.what, speed.now),
            before: speed.before === undefined ? '' : written(speed.what, speed.before),
            change: <span className="muted">{changeOf(speed)}</span>,
          }))}
        />
      )}
    </section>
  )
}

function looked({ samples, samplesBefore, thinnedBy }: ReleaseRouteLatency): string {
  const thinned = thinnedBy > 1 ? `, sampled 1:${thinnedBy}` : ''
  return `${pluralize(samples, 'sample')}, ${samplesBefore} previously${thinned}`
}

function changeOf({ now, before, samples, samplesBefore }: ReleaseRouteLatency): string {
  if (before === undefined) return 'new'
  const fewest = Math.min(samples, samplesBefore)
  return fewest < MIN_COUNT_FOR_PERCENTAGE ? `too few (${fewest})` : formatChange(now, before)
}

function written(what: ReleaseRouteLatency['what'], value: number): string {
  return what === 'duration' ? formatDuration(BigInt(Math.round(value))) : formatVital(what, value)
}
