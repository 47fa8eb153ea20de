import type { PageTimeRange } from '../../url/time-range.ts'
import { BOX_HEIGHT, type TimeBucket } from './chart-model.ts'
import type { HeatMapModel } from './heat-map-model.ts'
import { BUCKET_UNITS, formatPercentPosition, toDrawableValue } from './layout-axes.server.ts'
import { layoutTimeSeries, type TimelineEvent } from './layout-time-series.server.ts'

interface HeatMapOptions {
  readonly buckets: readonly TimeBucket[]
  /** As for `layoutTimeSeries`. */
  readonly range?: PageTimeRange
  /** Bands from the lowest upwards, such as durations. */
  readonly bands: readonly string[]
  /** The start of each band, and the end of the last, as axis labels; `''` for none. */
  readonly edges: readonly string[]
  /** By band, then by bucket. */
  readonly counts: readonly (readonly number[])[]
  readonly marks?: readonly TimelineEvent[]
  readonly format: (count: number) => string
}

/** Intensities, on a logarithmic scale from 1 to the largest count, so that a few slow values among thousands are visible. */
const LEVELS = 10

/** Lays out how often values fell into bands over time: one path for each intensity. */
export function layoutHeatMap({
  buckets,
  range,
  bands,
  edges,
  counts,
  marks = [],
  format,
}: HeatMapOptions): HeatMapModel {
  const series = bands.map((name, band) => ({
    name,
    colour: 'before' as const,
    shape: 'line' as const,
    values: counts[band] ?? [],
  }))
  const drawn = layoutTimeSeries({ buckets, series, marks, format, whole: true, ...(range && { range }) })
  const largest = counts.flat().reduce((most, count) => Math.max(most, toDrawableValue(count) ?? 0), 0)
  const height = Math.floor(BOX_HEIGHT / Math.max(1, bands.length))
  const levels = largest > 1 ? LEVELS : 1
  const paths = Array.from({ length: levels }, () => '')
  counts.forEach((ofBand, band) => {
    ofBand.forEach((count, bucket) => {
      if ((toDrawableValue(count) ?? 0) === 0) return
      const level = largest > 1 ? Math.floor((Math.log(Math.max(1, count)) / Math.log(largest)) * (levels - 1)) : 0
      paths[level] +=
        `M${bucket * BUCKET_UNITS},${BOX_HEIGHT - (band + 1) * height}h${BUCKET_UNITS}v${height}h${-BUCKET_UNITS}Z`
    })
  })
  return {
    ...drawn,
    // The cells have no hatch.
    unfinished: undefined,
    bars: [],
    lines: [],
    yTicks: edges.flatMap((label, edge) =>
      label === '' ? [] : [{ y: formatPercentPosition(BOX_HEIGHT - edge * height, BOX_HEIGHT), label }],
    ),
    heat: paths,
    key: [...new Set([1, Math.round(Math.sqrt(largest)), largest].map(format))],
    bands,
  }
}
