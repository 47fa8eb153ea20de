/** A chart laid out by the server and drawn by the browser: in integers and percentages, so that both write the same digits. */
export interface ChartModel {
  readonly buckets: readonly Bucket[]
  /** Stacked, the first at the bottom. */
  readonly bars: readonly DrawnPath[]
  readonly lines: readonly DrawnPath[]
  /** The visible part of the box of all buckets, whose height is {@link BOX_HEIGHT}. */
  readonly viewBox: string
  readonly xTicks: readonly XTick[]
  readonly yTicks: readonly YTick[]
  readonly marks: readonly ChartMark[]
  /** The bucket that has not ended yet, if there is one. */
  readonly unfinished?: HorizontalExtent | undefined
  /** Stretches that are shaded, such as the times in which an alert fired. */
  readonly shaded?: readonly HorizontalExtent[] | undefined
  /** The same data as a table. */
  readonly table: ChartTable
}

export const BOX_HEIGHT = 1000

/** What may be drawn: a series token, of failures in shades of red, or a meaning. */
export type ChartColour = `series-${number}` | `series-bad-${number}` | 'bad' | 'before'

/** Percentages of the plot. */
export interface HorizontalExtent {
  readonly x: string
  readonly width: string
}

export interface Bucket extends HorizontalExtent {
  /** Title on hover: its position, then its values. */
  readonly title: string
}

/** A bucket of time; Unix nanoseconds, half-open. */
export interface TimeBucket {
  readonly fromNs: bigint
  readonly toNs: bigint
}

export interface TimeChartModel extends ChartModel {
  /** One for each of `buckets`. */
  readonly times: readonly TimeBucket[]
}

export interface DrawnPath {
  readonly name: string
  readonly colour: ChartColour
  /** A path of integers. */
  readonly d: string
}

export interface XTick {
  readonly x: string
  readonly label: string
}

export interface YTick {
  readonly y: string
  readonly label: string
}

/** An event, such as a deploy. */
export interface ChartMark {
  readonly x: string
  /** False if it would be too close to another's line: many lines would hide the chart. */
  readonly isDrawn: boolean
  /** Pixels from the top of the plot to the start of its line, which crosses no label of another. */
  readonly top: number
  /** `''` if another label is too close: its title has the text. */
  readonly label: string
  /** Beside its line. */
  readonly labelAt: { readonly x: string; readonly dx: number; readonly dy?: number; readonly textAnchor?: 'end' }
  readonly title: string
  /** Target of its link, if any. */
  readonly to?: string | undefined
}

export interface ChartTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
