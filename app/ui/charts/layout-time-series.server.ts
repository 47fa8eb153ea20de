import { type CurveFactory, curveLinear, curveStep, line } from 'd3-shape'
import { clipLine } from '../../format/clip.ts'
import { formatTimestamp } from '../../format/time.ts'
import { timeZone, zoneIfTwice } from '../../format/time-zone.ts'
import type { PageTimeRange } from '../../url/time-range.ts'
import {
  BOX_HEIGHT,
  type ChartColour,
  type ChartMark,
  type DrawnPath,
  type TimeBucket,
  type TimeChartModel,
} from './chart-model.ts'
import {
  BUCKET_UNITS,
  formatPercentPosition,
  layoutBars,
  layoutTimeTicks,
  layoutYAxis,
  toDrawableValue,
} from './layout-axes.server.ts'

export interface TimeSeries {
  readonly name: string
  readonly colour: ChartColour
  /** Steps for what is measured of each bucket alone, and differs much from one to the next. */
  readonly shape: 'bars' | 'line' | 'steps'
  /** One for each bucket; `undefined` if unknown. */
  readonly values: readonly (number | undefined)[]
}

export interface TimelineEvent {
  readonly atNs: bigint
  readonly label: string
  readonly title: string
  /** URL of the event. */
  readonly to?: string
}

interface TimeSeriesOptions {
  readonly buckets: readonly TimeBucket[]
  readonly series: readonly TimeSeries[]
  /**
   * The part of the buckets' time that is counted and drawn: the first and the last may reach beyond it; they are narrower then, and have the
   * time that was counted. @default all of it
   */
  readonly range?: PageTimeRange
  readonly marks?: readonly TimelineEvent[]
  /** Rows for the labels of marks: the first is above the plot, the others cover it. @default 2 */
  readonly markRows?: number
  readonly format: (value: number) => string
  /** For counts. */
  readonly whole?: boolean
  /** For lines of several orders of magnitude. */
  readonly logarithmic?: boolean
  /** A dashed line across the plot at a value, which is no series. */
  readonly bound?: { readonly name: string; readonly value: number } | undefined
  /** Stretches to shade; Unix nanoseconds, half-open. */
  readonly shaded?: readonly TimeBucket[]
  /** Unix nanoseconds. @default now */
  readonly nowNs?: bigint
}

/** Share of the plot that a mark's label needs. */
const LABEL_SHARE = 0.12
/** Share of the plot that a label may reach beyond its right edge: what a panel has there. */
const MARGIN_SHARE = 0.06
/** Minimum share of the plot between two lines of many marks: about forty pixels. */
const LINE_SHARE = 0.04
/** The same of few marks, which hide nothing: each has a line. */
const FEW_LINE_SHARE = 0.004
const FEW_MARKS = 8
/** How much further down a label is that has no room in the row above. */
const ROW_HEIGHT = 14
/** Of the height of a line's peak. */
const HEADROOM = 1.05
/** Maximum length of a label. */
const LABEL_CHARS = 12

/** Lays out series over time buckets, with stacked bars, lines, and marks of events. */
export function layoutTimeSeries({
  range,
  marks = [],
  markRows = 2,
  format,
  whole = false,
  logarithmic = false,
  bound,
  shaded = [],
  nowNs = BigInt(Date.now()) * 1_000_000n,
  ...given
}: TimeSeriesOptions): TimeChartModel {
  const { buckets, series } = cutToRange(given, range)
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError('A chart of time has at least one bucket')
  const axisOfTime = layoutTimeAxis(first, last, range)
  const [bars, lines] = [series.filter(({ shape }) => shape === 'bars'), series.filter(({ shape }) => shape !== 'bars')]
  const heights = buckets.map((_, i) => bars.reduce((sum, { values }) => sum + (toDrawableValue(values[i]) ?? 0), 0))
  // A peak at the edge of the plot would look cut off.
  const peaks = lines.flatMap(({ colour, values }) =>
    values.map(value => (colour === 'before' || logarithmic ? value : value && value * HEADROOM)),
  )
  const axis = layoutYAxis([...heights, ...peaks, bound?.value], {
    format,
    whole,
    logarithmic,
  })
  const say = (value: number | undefined) => {
    const known = toDrawableValue(value)
    return known === undefined ? 'unknown' : format(known)
  }
  const unfinished = buckets.findIndex(({ fromNs, toNs }) => fromNs < nowNs && nowNs < toNs)
  const times = buckets.map((bucket, i) => ({
    fromNs: i === 0 ? axisOfTime.fromNs : bucket.fromNs,
    toNs: bucket.toNs > axisOfTime.toNs && i !== unfinished ? axisOfTime.toNs : bucket.toNs,
  }))
  const rows = times.map((time, i) => [formatBucketTime(time), ...series.map(({ values }) => say(values[i]))])
  return {
    unfinished: buckets[unfinished] && axisOfTime.extentOf(buckets[unfinished]),
    ...(shaded.length > 0 && {
      shaded: shaded
        .filter(({ fromNs, toNs }) => toNs > axisOfTime.fromNs && fromNs < axisOfTime.toNs)
        .map(axisOfTime.extentOf),
    }),
    times,
    buckets: times.map((time, i) => ({
      ...axisOfTime.extentOf(time),
      title: [
        formatBucketTime(time) + (i === unfinished ? ', so far' : ''),
        ...series.map(({ name, values }) => `${name}: ${say(values[i])}`),
      ].join('\n'),
    })),
    bars: layoutBars(bars, axis.place),
    lines: [
      ...lines.map(({ name, colour, values, shape }) => ({
        name,
        colour,
        d: pathOf(values, axis.place, shape === 'steps' ? curveStep : curveLinear),
      })),
      ...(bound
        ? [
            {
              name: bound.name,
              colour: 'before' as const,
              d: `M0,${axis.place(bound.value)}H${buckets.length * BUCKET_UNITS}`,
            },
          ]
        : []),
    ],
    viewBox: axisOfTime.viewBox,
    xTicks: layoutTimeTicks(axisOfTime.fromNs, axisOfTime.toNs),
    yTicks: axis.ticks,
    marks: layoutMarks(marks, axisOfTime.fromNs, axisOfTime.toNs, markRows),
    table: { head: [`Time (${timeZone()})`, ...series.map(({ name }) => name)], rows },
  }
}

/** Without buckets that lie outside of what is drawn, such as one after now. */
function cutToRange(
  { buckets, series }: Pick<TimeSeriesOptions, 'buckets' | 'series'>,
  range: PageTimeRange | undefined,
): Pick<TimeSeriesOptions, 'buckets' | 'series'> {
  const isDrawn = ({ fromNs, toNs }: TimeBucket) => range === undefined || (toNs > range.from && fromNs < range.to)
  const [first, end] = [buckets.findIndex(isDrawn), buckets.findLastIndex(isDrawn) + 1]
  if (first === -1) return { buckets, series }
  return {
    buckets: buckets.slice(first, end),
    series: series.map(one => ({ ...one, values: one.values.slice(first, end) })),
  }
}

/** Start and end of a chart's time axis, and the buckets in between. */
function layoutTimeAxis(first: TimeBucket, last: TimeBucket, range: PageTimeRange | undefined) {
  const isIn = (ns: bigint) => ns > first.fromNs && ns < last.toNs
  const fromNs = range && isIn(range.from) ? range.from : first.fromNs
  const toNs = range && isIn(range.to) && range.to > fromNs ? range.to : last.toNs
  const share = (ns: bigint) => Number(((ns - fromNs) * 1_000_000_000n) / (toNs - fromNs)) / 1e9
  const units = (ns: bigint) => Number(((Number(ns) / Number(first.toNs - first.fromNs)) * BUCKET_UNITS).toFixed(2))
  return {
    fromNs,
    toNs,
    viewBox: `${units(fromNs - first.fromNs)} 0 ${units(toNs - fromNs)} ${BOX_HEIGHT}`,
    extentOf({ fromNs: from, toNs: to }: TimeBucket) {
      const [begin, end] = [Math.max(0, share(from)), Math.min(1, share(to))]
      return { x: formatPercentPosition(begin, 1), width: formatPercentPosition(end - begin, 1) }
    },
  }
}

/** Through the middle of each bucket; a value between gaps is a dot. */
function pathOf(
  values: readonly (number | undefined)[],
  place: (value: number) => number,
  curve: CurveFactory,
): DrawnPath['d'] {
  const draw = line<number | undefined>()
    .curve(curve)
    .digits(0)
    .defined(value => toDrawableValue(value) !== undefined)
    .x((_, i) => i * BUCKET_UNITS + BUCKET_UNITS / 2)
    .y(value => place(value ?? 0))
  return draw([...values]) ?? ''
}

function layoutMarks(marks: readonly TimelineEvent[], fromNs: bigint, toNs: bigint, rows: number): ChartMark[] {
  const shareOf = ({ atNs }: TimelineEvent) => Number(((atNs - fromNs) * 10_000n) / (toNs - fromNs)) / 10_000
  const within = marks
    .filter(({ atNs }) => atNs >= fromNs && atNs < toNs)
    .toSorted((a, b) => (a.atNs < b.atNs ? -1 : a.atNs > b.atNs ? 1 : 0))
  // Where there is not room for all, the newest have a line and a label.
  const apart = within.length > FEW_MARKS ? LINE_SHARE : FEW_LINE_SHARE
  const drawn: TimelineEvent[] = []
  for (const mark of within.toReversed()) {
    if (drawn[0] === undefined || shareOf(mark) <= shareOf(drawn[0]) - apart) drawn.unshift(mark)
  }
  const labels = placeLabels(drawn.map(shareOf), rows)
  const below = Math.max(0, ...labels.map(of => of?.row ?? 0)) * ROW_HEIGHT
  return within.map(mark => {
    const { label, title, to } = mark
    const at = drawn.indexOf(mark)
    const placed = labels[at]
    const x = formatPercentPosition(shareOf(mark), 1)
    const dy = placed && placed.row > 0 ? { dy: placed.row * ROW_HEIGHT } : {}
    return {
      x,
      isDrawn: at >= 0,
      top: placed === undefined ? below : (placed.row - 1) * ROW_HEIGHT,
      labelAt: { x, ...(placed?.side === 'left' ? { dx: -4, textAnchor: 'end' as const } : { dx: 4 }), ...dy },
      label: placed === undefined ? '' : clipLine(label, LABEL_CHARS),
      title,
      to,
    }
  })
}

interface PlacedLabel {
  /** 0 is above the plot. */
  readonly row: number
  readonly side: 'left' | 'right'
}

/**
 * The place of each line's label, the newest first, where it crosses no other one and no line, which starts at its own label;
 * `undefined` if there is none.
 */
function placeLabels(lines: readonly number[], rows: number): (PlacedLabel | undefined)[] {
  const labels: (PlacedLabel | undefined)[] = lines.map(() => undefined)
  for (let row = 0; row < rows; row += 1) {
    // Lines with a label above pass through this row.
    const passing = lines.filter((_, at) => labels[at] !== undefined)
    let end = 1 + MARGIN_SHARE
    for (const [at, line] of [...lines.entries()].toReversed()) {
      if (labels[at] !== undefined || line > end) continue
      const next = passing.find(other => other > line) ?? end
      const previous = passing.findLast(other => other < line) ?? 0
      if (line + LABEL_SHARE <= Math.min(end, next)) labels[at] = { row, side: 'right' }
      else if (line - LABEL_SHARE >= previous) labels[at] = { row, side: 'left' }
      else continue
      end = labels[at]?.side === 'left' ? line - LABEL_SHARE : line
    }
  }
  return labels
}

/** `2026-11-22 14:00 to 15:00`, with the second day if it differs. */
function formatBucketTime({ fromNs, toNs }: TimeBucket): string {
  const [from, to] = [formatTimestamp(fromNs), formatTimestamp(toNs)].map(text => text.replace(/(:00)?\.0+$/, ''))
  const end = to?.slice(0, 10) === from?.slice(0, 10) ? to?.slice(11) : to
  return `${from}${zoneIfTwice(fromNs, toNs)} to ${end}${zoneIfTwice(toNs, fromNs)}`
}
