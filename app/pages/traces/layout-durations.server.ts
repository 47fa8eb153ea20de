import type { SpanDurationCell } from '../../../store/search-results/search-facets.ts'
import type { TimeRange } from '../../../store/units.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { findRise } from '../../insights/find-rise.ts'
import { writeFindings } from '../../insights/write-finding.ts'
import type { TimeBucket } from '../../ui/charts/chart-model.ts'
import type { TimelineEvent } from '../../ui/charts/layout-time-series.server.ts'
import type { HeatMapModel } from './heat-map-model.ts'
import { layoutHeatMap } from './layout-heat-map.server.ts'

export interface DurationsModel {
  readonly chart: HeatMapModel
  /** Nanoseconds, ascending: the start of each band, and the end of the last. */
  readonly edgesNs: readonly bigint[]
  /** `Failed: 6.2 % since 2.4.1, 0.4 % before.`; '' without a release that explains a rise. */
  readonly finding: string
  /** `p50 110 ms, p95 430 ms, p99 1.2 s.`; '' if they are unknown. */
  readonly percentiles: string
  /** The least duration of the outlined cells, and which share of all they have: `0.64 %`; `undefined` if none are. */
  readonly slowest: { readonly leastNs: bigint; readonly share: string } | undefined
}

const PERCENTILES = ['p50', 'p95', 'p99'] as const

/** `p50 110 ms, p95 430 ms`. */
export const describePercentiles = (percentilesNs: readonly bigint[]) =>
  percentilesNs.map((ns, at) => `${PERCENTILES[at]} ${formatDuration(ns)}`).join(', ')

interface DurationOptions {
  readonly percentilesNs?: readonly bigint[]
  /** Whether a selection is drawn over the others. */
  readonly isCompared?: boolean
  /** As for {@link findRise}. */
  readonly oneIn?: number
}

/** Lays out a heat map of durations. @returns `undefined` if there are none */
export function layoutDurations(
  buckets: readonly TimeBucket[],
  range: TimeRange,
  cells: readonly SpanDurationCell[],
  marks: readonly TimelineEvent[],
  { percentilesNs = [], isCompared = false, oneIn = 1 }: DurationOptions = {},
): DurationsModel | undefined {
  if (cells.length === 0) return undefined
  const bandsSeen = cells.map(({ band }) => band)
  const lowest = Math.min(...bandsSeen)
  const bands = Array.from({ length: Math.max(...bandsSeen) - lowest + 1 }, (_, index) => lowest + index)
  const edgesNs = [...bands, lowest + bands.length].map(durationBandStartNs)
  const byPlace = Map.groupBy(cells, ({ bucketNs, band }) => `${bucketNs} ${band}`)
  const valuesOf = (value: 'count' | 'failed' | 'picked') =>
    bands.map(band =>
      buckets.map(({ fromNs }) => (byPlace.get(`${fromNs} ${band}`) ?? []).reduce((sum, of) => sum + of[value], 0)),
    )
  const chart = layoutHeatMap({
    buckets,
    range,
    marks,
    bands: bands.map(
      (_, index) => `${formatDuration(edgesNs[index] ?? 0n)} to ${formatDuration(edgesNs[index + 1] ?? 0n)}`,
    ),
    // Powers of ten, where the axis has at least two of them.
    edges: edgesNs.map((ns, index) => ((lowest + index) % (bands.length >= 8 ? 4 : 2) === 0 ? formatDuration(ns) : '')),
    counts: valuesOf('count'),
    failures: valuesOf('failed'),
    selection: isCompared ? valuesOf('picked') : undefined,
    format: formatCount,
  })
  const percentiles = percentilesNs.length > 0 ? `${describePercentiles(percentilesNs)}.` : ''
  const { rare } = chart
  const slowest = rare && { leastNs: edgesNs[rare.from] ?? 0n, share: rare.share }
  const rise = findRise(cells, marks, { toNs: range.to, oneIn })
  return { chart, edgesNs, finding: writeFindings(rise ? [rise] : []), percentiles, slowest }
}

/** Where a band begins, in three digits, as its label and a search for it have it; shorter durations are in the first band. */
export function durationBandStartNs(band: number): bigint {
  return band <= 0 ? 0n : BigInt(Math.ceil(Number((10 ** (band / 4)).toPrecision(3))))
}
