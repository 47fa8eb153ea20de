import type { TimeChartModel } from './chart-model.ts'

export interface HeatMapModel extends TimeChartModel {
  /** A path of integers for each intensity, the faintest first. */
  readonly heat: readonly string[]
  /** The intensity of a count of 1: fainter ones are not used where all counts are small. */
  readonly faintest: number
  /** The largest count, formatted. */
  readonly largest: string
  /** Names, the lowest first. */
  readonly bands: readonly string[]
}
