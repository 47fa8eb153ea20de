import type { TimeChartModel } from './chart-model.ts'

export interface HeatMapModel extends TimeChartModel {
  /** A path of integers for each intensity, the faintest first. */
  readonly heat: readonly string[]
  /** Formatted counts from 1 to the largest, at equal distances on the scale of the intensities. */
  readonly key: readonly string[]
  /** Names, the lowest first. */
  readonly bands: readonly string[]
}
