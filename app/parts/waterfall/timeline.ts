import { findParent } from '../../../trace/find-parent.ts'
import { spanRef } from '../../url/trace-view.ts'

/** An interval of time, Unix nanoseconds. */
export interface TimeInterval {
  readonly startNs: bigint
  readonly endNs: bigint
}

/** An interval without a running span, drawn shorter than it was. */
export interface IdleGap extends TimeInterval {
  /** Its position, 0 to 1. */
  readonly at: number
}

/** The time axis of a trace. */
export interface TraceTimeline extends TimeInterval {
  readonly gaps: readonly IdleGap[]
  /** The position of a time, 0 (start) to 1 (end). */
  place(atNs: bigint): number
  /** The time at a position; the inverse of `place`. */
  momentAt(place: number): bigint
}

/** An idle interval is collapsed if it is longer than this share of the busy time… */
const IDLE_SHARE = 0.5
/** …and is then drawn with this share of it. */
const GAP_SHARE = 0.04

/**
 * Lays out the time axis of a trace. Long idle intervals are collapsed: a browser whose clock is an hour off, or a job that ran the next
 * day, would otherwise leave all other bars a pixel wide.
 */
export function layoutTimeline(stretches: readonly TimeInterval[]): TraceTimeline {
  const busy = mergeIntervals(stretches)
  const startNs = busy[0]?.startNs ?? 0n
  const endNs = busy.at(-1)?.endNs ?? 0n
  const busyNs = busy.reduce((sum, stretch) => sum + Number(stretch.endNs - stretch.startNs), 0)

  // Pieces of the axis in order: [from, to) in time, width in drawn nanoseconds.
  const pieces: { startNs: bigint; endNs: bigint; width: number; from: number; isGap: boolean }[] = []
  let from = 0
  const add = (stretch: TimeInterval, width: number, isGap: boolean) => {
    pieces.push({ ...stretch, width, from, isGap })
    from += width
  }
  busy.forEach((stretch, i) => {
    add(stretch, Number(stretch.endNs - stretch.startNs), false)
    const next = busy[i + 1]
    if (next === undefined) return
    const idle = { startNs: stretch.endNs, endNs: next.startNs }
    const idleNs = Number(idle.endNs - idle.startNs)
    const isGap = idleNs > busyNs * IDLE_SHARE
    add(idle, isGap ? Math.max(busyNs * GAP_SHARE, 1) : idleNs, isGap)
  })
  const total = from

  const place = (atNs: bigint): number => {
    if (total === 0 || atNs <= startNs) return 0
    const piece = pieces.find(candidate => atNs < candidate.endNs)
    if (piece === undefined) return 1
    const length = Number(piece.endNs - piece.startNs)
    const within = length === 0 ? 0 : Number(atNs - piece.startNs) / length
    return (piece.from + within * piece.width) / total
  }
  const momentAt = (at: number): bigint => {
    const piece = pieces.find(candidate => at * total <= candidate.from + candidate.width) ?? pieces.at(-1)
    if (piece === undefined) return startNs
    const within = piece.width === 0 ? 0 : (at * total - piece.from) / piece.width
    return piece.startNs + BigInt(Math.round(within * Number(piece.endNs - piece.startNs)))
  }
  const gaps = pieces
    .filter(piece => piece.isGap)
    .map(piece => ({ startNs: piece.startNs, endNs: piece.endNs, at: (piece.from + piece.width / 2) / total }))
  return { startNs, endNs, gaps, place, momentAt }
}

/** Positions of up to five labels: at round times since the start; with collapsed intervals, which have no round times, at quarters. */
export function chooseTicks({ startNs, endNs, gaps }: TraceTimeline): readonly number[] {
  const length = Number(endNs - startNs)
  if (length === 0) return [0]
  const power = 10 ** Math.floor(Math.log10(length))
  const round = Math.ceil(power * (length < 2 * power ? 0.5 : length < 5 * power ? 1 : 2))
  const step = gaps.length > 0 ? length / 4 : round
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, i) => (i * step) / length)
}

/** Overlapping intervals joined, in order. */
function mergeIntervals(stretches: readonly TimeInterval[]): TimeInterval[] {
  const joined: { startNs: bigint; endNs: bigint }[] = []
  for (const { startNs, endNs } of stretches.toSorted((a, b) =>
    a.startNs < b.startNs ? -1 : a.startNs > b.startNs ? 1 : 0,
  )) {
    const last = joined.at(-1)
    if (last === undefined || startNs > last.endNs) joined.push({ startNs, endNs })
    else if (endNs > last.endNs) last.endNs = endNs
  }
  return joined
}

interface TimedSpan {
  readonly spanId: string
  readonly parentSpanId: string
  readonly service: string
  readonly kind: string
  readonly sharesId?: boolean
  readonly startNs: bigint
  readonly durationNs: bigint
}

/**
 * The time of each span with children in which none of them ran, by {@link spanRef}. Children that run at the same time count once, and what they run
 * before or after their parent not at all.
 *
 * @param spans oldest first
 */
export function measureSelfTimes(spans: readonly TimedSpan[]): ReadonlyMap<string, bigint> {
  const byId = Map.groupBy(spans, ({ spanId }) => spanId)
  const childrenOf = Map.groupBy(spans, span => findParent(span, byId))
  const selfNsOf = new Map<string, bigint>()
  for (const span of spans) {
    const { startNs, durationNs } = span
    const endNs = startNs + durationNs
    let [selfNs, atNs] = [0n, startNs]
    for (const child of childrenOf.get(span) ?? []) {
      if (child.startNs >= endNs) break
      const childEndNs = child.startNs + child.durationNs
      if (child.startNs > atNs) selfNs += child.startNs - atNs
      if (childEndNs > atNs) atNs = childEndNs
    }
    if (endNs > atNs) selfNs += endNs - atNs
    if (childrenOf.has(span)) selfNsOf.set(spanRef(span), selfNs)
  }
  return selfNsOf
}
