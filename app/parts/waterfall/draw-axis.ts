import type { PathSection } from '../../../trace/critical-path.ts'
import { chooseTicks, type TimeAxis } from '../../../trace/time-axis.ts'
import { formatCount } from '../../format/count.ts'
import { formatNs } from '../../format/duration.ts'

/** Start and length on the time axis, in per cent. */
export type Bar = readonly [from: number, length: number]

/** A rectangle without width is not drawn, not even its outline. */
const MIN_LENGTH = 0.1

/** A pixel is about a tenth of a per cent. Rounded, so that server and browser write the same digits. */
const toPercent = (share: number) => Math.round(share * 100_000) / 1_000

/** The bar of an interval; `undefined` if the axis does not show it. */
export function barOf(axis: TimeAxis, from: number, to: number): Bar | undefined {
  const [left, right] = [axis.place(from), axis.place(to)]
  if (right < 0 || left > 1) return undefined
  const start = Math.min(Math.max(0, left), 0.998)
  return [toPercent(start), Math.max(MIN_LENGTH, toPercent(Math.min(1, right) - start))]
}

/** The position of a moment, in per cent; `undefined` if the axis does not show it. */
export function placeOf(axis: TimeAxis, time: number): number | undefined {
  const place = axis.place(time)
  return place < 0 || place > 1 ? undefined : toPercent(Math.min(place, 0.998))
}

/** Whole numbers; a pixel is about a thousandth. */
export const AXIS_UNITS = 10_000

/** The path of sections of the critical path in a box as wide as {@link AXIS_UNITS}, 1 high. Those that touch are one. */
export function drawSections(axis: TimeAxis, sections: readonly PathSection[], shift: number): string {
  const parts: [number, number][] = []
  for (const { from, to } of sections.toSorted((a, b) => a.from - b.from)) {
    const bar = barOf(axis, from + shift, to + shift)
    if (bar === undefined) continue
    const [left, right] = [Math.round(bar[0] * 100), Math.round((bar[0] + bar[1]) * 100)]
    const last = parts.at(-1)
    if (last !== undefined && left - last[1] < 10) last[1] = Math.max(last[1], right)
    else parts.push([left, right])
  }
  return parts.map(([left, right]) => `M${left} 0H${right}V1H${left}z`).join('')
}

/** The path of the gaps' lines in a box as wide as {@link AXIS_UNITS}, 1 high. Lines closer than a hundredth are merged. */
export function drawGaps({ gaps }: TimeAxis): string {
  const places: number[] = []
  for (const gap of gaps) {
    const place = Math.round(gap.at * AXIS_UNITS)
    if (place - (places.at(-1) ?? -AXIS_UNITS) >= AXIS_UNITS / 100) places.push(place)
  }
  return places.map(place => `M${place} 0V1`).join('')
}

const MAX_GAPS_NAMED = 5

export function describeGaps({ gaps }: TimeAxis): string {
  const named = gaps.slice(0, MAX_GAPS_NAMED).map(({ from, to }) => formatNs(to - from))
  const rest = gaps.length - named.length
  return rest > 0 ? `${named.join(', ')} and ${formatCount(rest)} more` : named.join(', ')
}

/** Labels of the axis: times since `since`, or after a gap since its end: `⋯ 343 ms`. */
export function labelAxis(axis: TimeAxis, since: number): { readonly at: number; readonly label: string }[] {
  return chooseTicks(axis, since).map(place => {
    const time = axis.timeAt(place)
    const gap = axis.gaps.findLast(({ to }) => time >= to)
    const label = gap === undefined ? formatOffset(time - since) : `⋯ ${formatNs(time - gap.to)}`
    return { at: toPercent(place), label }
  })
}

const formatOffset = (ns: number) => (ns === 0 ? '0' : formatNs(ns))
