import type { TimeChartModel } from './chart-model.ts'

export interface HeatMapModel extends TimeChartModel {
  /** One path of integers for each intensity, the faintest first. */
  readonly heat: readonly string[]
  /** What they are called, the lowest first. */
  readonly bands: readonly string[]
}
