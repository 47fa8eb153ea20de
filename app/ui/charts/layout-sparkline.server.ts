import { line } from 'd3-shape'
import { toDrawableValue } from './layout-axes.server.ts'

export interface SparklineModel {
  readonly d: string
  readonly width: number
  readonly height: number
}

const HEIGHT = 100
const UNITS = 10

/** A line without axes from 0 to the largest value, or to that of several lines, in a box of integers; flat at the bottom without values. */
export function layoutSparkline(
  values: readonly (number | undefined)[],
  largest = values.reduce<number>((most, value) => Math.max(most, toDrawableValue(value) ?? 0), 0),
): SparklineModel {
  const draw = line<number | undefined>()
    .digits(0)
    .defined(value => toDrawableValue(value) !== undefined)
    .x((_, i) => i * UNITS)
    .y(value => (largest === 0 ? HEIGHT : HEIGHT - ((value ?? 0) / largest) * HEIGHT))
  return { d: draw([...values]) ?? '', width: Math.max(1, values.length - 1) * UNITS, height: HEIGHT }
}
