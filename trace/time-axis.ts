import { shiftOf } from './clock-skew.ts'
import { at, hasFlag, type TraceTree } from './trace-tree.ts'

/** Nanoseconds since the start of the trace. */
export interface TimeInterval {
  readonly from: number
  readonly to: number
}

/** An interval without a running span, drawn shorter than it was. */
export interface IdleGap extends TimeInterval {
  /** Its middle, 0 to 1. */
  readonly at: number
}

/** The time axis of a trace, or of a part of it. */
export interface TimeAxis extends TimeInterval {
  readonly gaps: readonly IdleGap[]
  /** The position of a time: 0 at the start, 1 at the end, beyond them for what is outside. */
  place(time: number): number
  /** The time at a position; the inverse of `place`. */
  timeAt(place: number): number
}

/** An idle interval is collapsed if it is longer than this share of the busy time… */
const IDLE_SHARE = 0.5
/** …and is then drawn with this share of it. */
const GAP_SHARE = 0.04

/**
 * Lays out the time axis of a trace. Long idle intervals are collapsed: a browser whose clock is an hour off, or a job that ran the next
 * day, would otherwise leave all other bars a pixel wide.
 *
 * @param shifts by which bars are moved, see `correctClockSkew`
 */
export const layoutTimeAxis = (tree: TraceTree, shifts?: Float64Array): TimeAxis =>
  layoutIntervals(listBusy(tree, shifts))

/**
 * The intervals in which any span runs.
 *
 * @param shifts by which bars are moved, see `correctClockSkew`
 * @returns in order and apart
 */
export function listBusy(tree: TraceTree, shifts?: Float64Array): TimeInterval[] {
  const startOf = (index: number) => at(tree.starts, index) + shiftOf(shifts, index)
  const spans = Uint32Array.from({ length: tree.size }, (_, index) => index)
    .filter(index => !hasFlag(tree, index, 'missing'))
    .sort((a, b) => startOf(a) - startOf(b))
  const busy: { from: number; to: number }[] = []
  for (const index of spans) {
    const from = startOf(index)
    const to = from + at(tree.durations, index)
    const last = busy.at(-1)
    if (last === undefined || from > last.to) busy.push({ from, to })
    else if (to > last.to) last.to = to
  }
  return busy
}

/** @param busy in order and apart */
export function layoutIntervals(busy: readonly TimeInterval[]): TimeAxis {
  const busyTime = busy.reduce((sum, { from, to }) => sum + to - from, 0)
  // Pieces of the axis in order: an interval of time, where it is drawn, and how wide.
  const pieces: (TimeInterval & { readonly width: number; readonly left: number; readonly isGap: boolean })[] = []
  let total = 0
  const add = ({ from, to }: TimeInterval, width: number, isGap: boolean) => {
    pieces.push({ from, to, width, left: total, isGap })
    total += width
  }
  for (const [i, piece] of busy.entries()) {
    add(piece, piece.to - piece.from, false)
    const next = busy[i + 1]
    if (next === undefined) continue
    const idle = next.from - piece.to
    const isGap = idle > busyTime * IDLE_SHARE
    add({ from: piece.to, to: next.from }, isGap ? Math.max(busyTime * GAP_SHARE, 1) : idle, isGap)
  }
  const [first, last] = [pieces[0], pieces.at(-1)]
  const place = (time: number): number => {
    const piece = pieces[firstIndex(pieces.length, i => time < (pieces[i]?.to ?? 0))] ?? last
    if (piece === undefined || total === 0) return 0
    const length = piece.to - piece.from
    return (piece.left + (length === 0 ? 0 : ((time - piece.from) / length) * piece.width)) / total
  }
  const timeAt = (at: number): number => {
    const drawn = at * total
    const piece =
      pieces[firstIndex(pieces.length, i => drawn <= (pieces[i]?.left ?? 0) + (pieces[i]?.width ?? 0))] ?? last
    if (piece === undefined) return 0
    const within = piece.width === 0 ? 0 : (drawn - piece.left) / piece.width
    return piece.from + Math.round(within * (piece.to - piece.from))
  }
  const gaps = pieces
    .filter(({ isGap }) => isGap)
    .map(({ from, to, left, width }) => ({ from, to, at: (left + width / 2) / total }))
  return { from: first?.from ?? 0, to: last?.to ?? 0, gaps, place, timeAt }
}

/** A part of an axis, drawn over its full width. */
export function zoomAxis(axis: TimeAxis, { from, to }: TimeInterval): TimeAxis {
  const [left, right] = [axis.place(from), axis.place(to)]
  if (right <= left) return axis
  const place = (time: number) => (axis.place(time) - left) / (right - left)
  return {
    from,
    to,
    place,
    timeAt: at => axis.timeAt(left + at * (right - left)),
    gaps: axis.gaps.map(gap => ({ ...gap, at: (gap.at - left) / (right - left) })).filter(({ at }) => at > 0 && at < 1),
  }
}

/** Positions of up to five labels: at round times after `since`; with collapsed intervals, which have no round times, at quarters. */
export function chooseTicks({ from, to, gaps, place }: TimeAxis, since = from): readonly number[] {
  const length = to - from
  if (length <= 0) return [0]
  if (gaps.length > 0) return [0, 0.25, 0.5, 0.75, 1]
  const power = 10 ** Math.floor(Math.log10(length))
  const step = Math.ceil(power * (length < 2 * power ? 0.5 : length < 5 * power ? 1 : 2))
  const first = Math.ceil((from - since) / step) * step + since
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => place(first + i * step))
}

/** The first index for which a condition holds that holds for all after it; `length` if there is none. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
