import type { TimeAxis, TimeInterval } from './time-axis.ts'

/** More than this many nanoseconds are drawn. */
const MIN_LENGTH = 10
/** The greatest zoom, as a share of the axis. */
const MIN_SHARE = 1e-7

export interface ZoomChange {
  /** The length that is drawn is multiplied by it: below 1 zooms in. @default 1 */
  readonly factor?: number
  /** The place that stays where it is: 0 for the left edge of what is drawn, 1 for the right one. @default 0.5 */
  readonly around?: number
  /** The share of what is drawn by which to move to the right. @default 0 */
  readonly move?: number
}

/**
 * Zooms in or out around a place that stays where it is, or moves along.
 *
 * @param whole the axis that is not zoomed
 * @param zoom what is drawn of it; `undefined` for all
 * @returns `undefined` for all
 */
export function changeZoom(
  whole: TimeAxis,
  zoom: TimeInterval | undefined,
  { factor = 1, around = 0.5, move = 0 }: ZoomChange,
): TimeInterval | undefined {
  const [left, right] = zoom === undefined ? [0, 1] : [whole.place(zoom.from), whole.place(zoom.to)]
  const width = Math.min(1, Math.max(MIN_SHARE, (right - left) * factor))
  if (width >= 1) return undefined
  const wanted = left + around * (right - left - width) + move * width
  const start = Math.min(1 - width, Math.max(0, wanted))
  const [from, to] = [whole.timeAt(start), whole.timeAt(start + width)]
  return to - from < MIN_LENGTH ? zoom : { from, to }
}
