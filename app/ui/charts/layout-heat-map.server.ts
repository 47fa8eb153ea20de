import { formatShare } from '../../format/amount.ts'
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
  /** How many of the counts failed. */
  readonly failures?: readonly (readonly number[])[]
  readonly marks?: readonly TimelineEvent[]
  readonly format: (count: number) => string
}

/** Intensities, on a logarithmic scale from 1 to the largest count, so that a few slow values among thousands are visible. */
const LEVELS = 10

/** Of failures, in rows of cells: one failure of thousands is visible, and the cells below stand apart. */
const STRIP_ROWS = 2
const [MIN_BAR, MAX_BAR] = [0.15, 1.6]
const BELOW_BARS = 0.3

/** Rows for the labels of marks. No cell covers them. */
const MARK_ROWS = 3

/** Pixels, as in the style sheet. */
const PLOT_HEIGHT = 192

/** Lays out how often values fell into bands over time: one path for each intensity. */
export function layoutHeatMap({
  buckets,
  range,
  bands,
  edges,
  counts,
  failures = [],
  marks = [],
  format,
}: HeatMapOptions): HeatMapModel {
  const series = bands.map((name, band) => ({
    name,
    colour: 'before' as const,
    shape: 'line' as const,
    values: counts[band] ?? [],
  }))
  const time = { buckets, series, marks, markRows: MARK_ROWS, format, whole: true, ...(range && { range }) }
  const drawn = layoutTimeSeries(time)
  const largest = counts.flat().reduce((most, count) => Math.max(most, toDrawableValue(count) ?? 0), 0)
  const labelled = Math.max(0, ...drawn.marks.map(({ labelAt }) => labelAt.dy ?? 0)) / PLOT_HEIGHT
  const shares = buckets.map((_, bucket) => sumAt(failures, bucket) / Math.max(1, sumAt(counts, bucket)))
  const failedUpTo = Math.max(0, ...shares)
  const drawnRows = Math.max(1, bands.length) + (failedUpTo > 0 ? STRIP_ROWS : 0)
  const rows = drawnRows + Math.ceil((drawnRows * labelled) / (1 - labelled))
  const height = Math.floor(BOX_HEIGHT / rows)
  const levels = largest > 1 ? LEVELS : 1
  const paths = Array.from({ length: levels }, () => '')
  const rareFrom = findRareBands(counts)
  let rare = ''
  const rectangleOf = (bucket: number, row: number, share = 1) => {
    const part = Math.round(height * share)
    return `M${bucket * BUCKET_UNITS},${BOX_HEIGHT - Math.round(row * height) - part}h${BUCKET_UNITS}v${part}h${-BUCKET_UNITS}Z`
  }
  counts.forEach((ofBand, band) => {
    ofBand.forEach((count, bucket) => {
      if ((toDrawableValue(count) ?? 0) === 0) return
      const level = largest > 1 ? Math.floor((Math.log(Math.max(1, count)) / Math.log(largest)) * (levels - 1)) : 0
      if (band >= rareFrom) rare += rectangleOf(bucket, band)
      else paths[level] += rectangleOf(bucket, band)
    })
  })
  const failed = shares.map((share, bucket) =>
    share > 0 ? rectangleOf(bucket, bands.length + BELOW_BARS, Math.max(MIN_BAR, (MAX_BAR * share) / failedUpTo)) : '',
  )
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
    rare,
    failed: failed.join(''),
    failedUpTo: formatShare(failedUpTo, 1),
    key: [...new Set([1, Math.round(Math.sqrt(largest)), largest].map(format))],
    bands,
    rows,
  }
}

const sumAt = (amounts: readonly (readonly number[])[], bucket: number) =>
  amounts.reduce((sum, ofBand) => sum + (toDrawableValue(ofBand[bucket]) ?? 0), 0)

/** Share of the values that are rare. */
const RARE_SHARE = 0.01

/** The lowest of the bands that together have at most a hundredth of the values, such as the slowest requests: a count of one is the faintest. */
function findRareBands(counts: readonly (readonly number[])[]): number {
  const totals = counts.map(ofBand => ofBand.reduce((sum, count) => sum + (toDrawableValue(count) ?? 0), 0))
  let left = RARE_SHARE * totals.reduce((sum, total) => sum + total, 0)
  let lowest = totals.length
  for (const total of totals.toReversed()) {
    left -= total
    if (left < 0) break
    lowest -= 1
  }
  return lowest
}
