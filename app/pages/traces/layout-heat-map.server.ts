import { formatShare } from '../../format/amount.ts'
import { BOX_HEIGHT, type TimeBucket } from '../../ui/charts/chart-model.ts'
import { BUCKET_UNITS, formatPercentPosition, toDrawableValue } from '../../ui/charts/layout-axes.server.ts'
import { layoutTimeSeries, type TimelineEvent } from '../../ui/charts/layout-time-series.server.ts'
import type { PageTimeRange } from '../../url/time-range.ts'
import type { HeatMapModel, RareBands } from './heat-map-model.ts'

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
  /** How many of them are selected: drawn over all of them, and in the strip instead of failures. */
  readonly selection?: readonly (readonly number[])[] | undefined
  readonly marks?: readonly TimelineEvent[]
  readonly format: (count: number) => string
}

/** Intensities, on a logarithmic scale from 1 to the largest count, so that a few slow values among thousands are visible. */
const LEVELS = 10

/** Of shares, in rows of cells: one failure of thousands is visible, and the cells below stand apart. */
const STRIP_ROWS = 2
const [MIN_BAR, MAX_BAR] = [0.15, 1.6]
const BELOW_BARS = 0.3

/** Rows for the labels of marks. No cell covers them. */
const MARK_ROWS = 3

/** Pixels, as in the style sheet. */
const PLOT_HEIGHT = 288

/** Of a cell, what a selection leaves free on each side, so that all values are seen round it. */
const [FRAME_UNITS, FRAME_SHARE] = [1, 0.15]

/** Lays out how often values fell into bands over time: one path for each intensity. */
export function layoutHeatMap({
  buckets,
  range,
  bands,
  edges,
  counts,
  failures = [],
  selection,
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
  const labelled = Math.max(0, ...drawn.marks.map(({ labelAt }) => labelAt.dy ?? 0)) / PLOT_HEIGHT
  const shares = buckets.map((_, at) => sumAt(selection ?? failures, at) / Math.max(1, sumAt(counts, at)))
  const highest = Math.max(0, ...shares)
  const drawnRows = Math.max(1, bands.length) + (highest > 0 ? STRIP_ROWS : 0)
  const rows = drawnRows + Math.ceil((drawnRows * labelled) / (1 - labelled))
  const height = Math.floor(BOX_HEIGHT / rows)
  const cell = (bucket: number, band: number) => rectangleOf(bucket * BUCKET_UNITS, band * height, BUCKET_UNITS, height)
  const inner = (bucket: number, band: number) =>
    rectangleOf(
      bucket * BUCKET_UNITS + FRAME_UNITS,
      (band + FRAME_SHARE) * height,
      BUCKET_UNITS - 2 * FRAME_UNITS,
      height * (1 - 2 * FRAME_SHARE),
    )
  const all = layoutIntensities(counts, cell, format)
  const chosen = selection && layoutIntensities(selection, inner, format)
  const bars = shares.map((share, bucket) => {
    const top = Math.max(MIN_BAR, (MAX_BAR * share) / highest)
    return share > 0
      ? rectangleOf(bucket * BUCKET_UNITS, (bands.length + BELOW_BARS) * height, BUCKET_UNITS, top * height)
      : ''
  })
  const tickAt = (row: number, label: string) => ({
    y: formatPercentPosition(BOX_HEIGHT - row * height, BOX_HEIGHT),
    label,
  })
  return {
    ...drawn,
    // The cells have no hatch.
    unfinished: undefined,
    bars: [],
    lines: [],
    yTicks: [
      ...edges.flatMap((label, edge) => (label === '' ? [] : [tickAt(edge, label)])),
      // The strip's own axis.
      ...(highest > 0
        ? [
            tickAt(bands.length + BELOW_BARS, ''),
            tickAt(bands.length + BELOW_BARS + MAX_BAR, formatShare(roundShare(highest), 1)),
          ]
        : []),
    ],
    heat: all.paths,
    selected: chosen?.paths ?? [],
    rare: findRareBands(counts, height),
    shares: bars.join(''),
    key: all.key,
    selectedKey: chosen?.key ?? [],
    bands,
    rows,
  }
}

/** @param bottom units of the box from its foot */
const rectangleOf = (x: number, bottom: number, width: number, height: number) => {
  const [foot, part] = [Math.round(bottom), Math.round(height)]
  return `M${x},${BOX_HEIGHT - foot - part}h${width}v${part}h${-width}Z`
}

/** A path for each intensity of the counts above 0, and the counts of its scale. */
function layoutIntensities(
  counts: readonly (readonly number[])[],
  draw: (bucket: number, band: number) => string,
  format: HeatMapOptions['format'],
) {
  const largest = counts.flat().reduce((most, count) => Math.max(most, toDrawableValue(count) ?? 0), 0)
  const levels = largest > 1 ? LEVELS : 1
  const paths = Array.from({ length: levels }, () => '')
  counts.forEach((ofBand, band) => {
    ofBand.forEach((count, bucket) => {
      if ((toDrawableValue(count) ?? 0) === 0) return
      const level = largest > 1 ? Math.floor((Math.log(Math.max(1, count)) / Math.log(largest)) * (levels - 1)) : 0
      paths[level] += draw(bucket, band)
    })
  })
  return { paths, key: [...new Set([1, Math.round(Math.sqrt(largest)), largest].map(format))] }
}

const roundShare = (share: number) => Number(share.toPrecision(2))

const sumAt = (amounts: readonly (readonly number[])[], bucket: number) =>
  amounts.reduce((sum, ofBand) => sum + (toDrawableValue(ofBand[bucket]) ?? 0), 0)

/** Shares of the values that are rare; the second where no band is as rare as the first. */
const RARE_SHARES = [0.01, 0.05]

/** The highest bands that together have at most a hundredth of the values, or else a twentieth, such as the slowest requests: a count of one is the faintest. */
function findRareBands(counts: readonly (readonly number[])[], height: number): RareBands | undefined {
  const totals = counts.map(ofBand => ofBand.reduce((sum, count) => sum + (toDrawableValue(count) ?? 0), 0))
  const all = totals.reduce((sum, total) => sum + total, 0)
  for (const share of RARE_SHARES) {
    let [left, from] = [share * all, totals.length]
    for (const total of totals.toReversed()) {
      left -= total
      if (left < 0) break
      from -= 1
    }
    const found = totals.slice(from).reduce((sum, total) => sum + total, 0)
    if (found > 0)
      return { from, share: formatShare(roundShare(found / all), 1), outline: outlineOf(counts, from, height) }
  }
  return undefined
}

/** The sides of cells from a band upwards that no other such cell adjoins. */
function outlineOf(counts: readonly (readonly number[])[], from: number, height: number): string {
  const isIn = (bucket: number, band: number) => band >= from && (toDrawableValue(counts[band]?.[bucket]) ?? 0) > 0
  return counts
    .flatMap((ofBand, band) =>
      ofBand.map((_, bucket) => {
        if (!isIn(bucket, band)) return ''
        const [left, bottom] = [bucket * BUCKET_UNITS, BOX_HEIGHT - band * height]
        return [
          isIn(bucket, band - 1) ? '' : `M${left},${bottom}h${BUCKET_UNITS}`,
          isIn(bucket, band + 1) ? '' : `M${left},${bottom - height}h${BUCKET_UNITS}`,
          isIn(bucket - 1, band) ? '' : `M${left},${bottom}v${-height}`,
          isIn(bucket + 1, band) ? '' : `M${left + BUCKET_UNITS},${bottom}v${-height}`,
        ].join('')
      }),
    )
    .join('')
}
