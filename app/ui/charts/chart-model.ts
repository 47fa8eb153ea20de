/** What a server lays out and a browser draws: integers and percentages, so that both sides of the wire write the same digits. */
export interface ChartModel {
  readonly buckets: readonly Bucket[]
  /** Drawn one above the other, the first lowest. */
  readonly bars: readonly DrawnPath[]
  readonly lines: readonly DrawnPath[]
  /** Of the box that paths are drawn in; its height is {@link BOX_HEIGHT}. */
  readonly boxWidth: number
  readonly xTicks: readonly XTick[]
  readonly yTicks: readonly YTick[]
  readonly marks: readonly ChartMark[]
  /** Where the bucket is that goes on still, if one does. */
  readonly unfinished?: Extent | undefined
  /** The same in words. */
  readonly table: ChartTable
}

export const BOX_HEIGHT = 1000

/** What may be drawn: a series token, or a meaning. */
export type ChartColour = `series-${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7}` | 'bad' | 'before'

/** Percentages of the plot. */
export interface Extent {
  readonly x: string
  readonly width: string
}

export interface Bucket extends Extent {
  /** What it says when pointed at: its place, then its values. */
  readonly title: string
}

/** A bucket of time; Unix nanoseconds, half-open. */
export interface TimeBucket {
  readonly fromNs: bigint
  readonly toNs: bigint
}

export interface TimeChartModel extends ChartModel {
  /** As many as `buckets`. */
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
  readonly anchor: 'start' | 'middle' | 'end'
}

export interface YTick {
  readonly y: string
  readonly label: string
}

/** Something that happened, such as a deploy. */
export interface ChartMark {
  readonly x: string
  /** Not, where it would stand beside another's line: many would cover what they stand in. */
  readonly isDrawn: boolean
  /** `''` where another one stands too near: its title says it. */
  readonly label: string
  readonly title: string
  /** Where it leads, if anywhere. */
  readonly to?: string | undefined
}

export interface ChartTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
