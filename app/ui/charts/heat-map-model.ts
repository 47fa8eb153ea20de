import type { TimeChartModel } from './chart-model.ts'

export interface HeatMapModel extends TimeChartModel {
  /** A path of integers for each intensity, the faintest first. */
  readonly heat: readonly string[]
  /** A path of the cells in the bands of the highest hundredth of the values, which is in no other path; '' for none. */
  readonly rare: string
  /** A path of bars in a strip above the cells, each as high as the share of failures at its time; '' for none. */
  readonly failed: string
  /** The share of failures of the highest bar. */
  readonly failedUpTo: string
  /** Formatted counts from 1 to the largest, at equal distances on the scale of the intensities. */
  readonly key: readonly string[]
  /** Names, the lowest first. */
  readonly bands: readonly string[]
  /** Rows of cells: the bands, and above them the strip of failures and empty ones for the labels of marks. */
  readonly rows: number
}
