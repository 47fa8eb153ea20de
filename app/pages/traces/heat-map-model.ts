import type { TimeChartModel } from '../../ui/charts/chart-model.ts'

export interface HeatMapModel extends TimeChartModel {
  /** A path of integers for each intensity, the faintest first. */
  readonly heat: readonly string[]
  /** The same of a selection, within its cells; empty without one. */
  readonly selected: readonly string[]
  /** Round the cells in the bands of the highest values; `undefined` if no band is rare. */
  readonly rare: RareBands | undefined
  /** A path of bars in a strip above the cells, each as high as the share of the selection, or else of failures, at its time; '' for none. */
  readonly shares: string
  /** Formatted counts from 1 to the largest, at equal distances on the scale of the intensities; of the selection too. */
  readonly key: readonly string[]
  readonly selectedKey: readonly string[]
  /** Names, the lowest first. */
  readonly bands: readonly string[]
  /** Rows of cells: the bands, and above them the strip of shares and empty ones for the labels of marks. */
  readonly rows: number
}

export interface RareBands {
  /** The lowest of them. */
  readonly from: number
  /** What they have of all values, of which a percentile is no bound: `0.64 %`. */
  readonly share: string
  readonly outline: string
}
