import type { Ns } from '../../../store/units.ts'
import { formatDuration, formatElapsed } from '../../format/duration.ts'
import { USER_ACTION } from '../../parts/session-events/arrange-steps.ts'
import type { TimedRow } from '../../parts/session-events/describe-steps.ts'

/** Pages, failures and actions of a session on one axis of time, on which long idle times are shortened; positions in per cent. */
export interface StripModel {
  readonly bars: readonly (StripItem & { readonly service: string; readonly failed: boolean; readonly width: number })[]
  /** Routes over the pages, each with the room until the next one. */
  readonly labels: readonly (StripItem & { readonly width: number })[]
  readonly actions: readonly StripItem[]
  /** From the end of all that came before to the next event, if long; without a text where it has no room. */
  readonly idle: readonly (StripItem & { readonly width: number; readonly isForWide: boolean })[]
  /** When the visitor left; `undefined` if unknown, or not yet. */
  readonly end: StripItem | undefined
  readonly ticks: readonly StripItem[]
  /** Whether idle times are shorter than they were, to half of the axis together. */
  readonly isShortened: boolean
}

interface StripItem {
  readonly key: string
  readonly x: number
  readonly text: string
}

const NS_PER_S = 1_000_000_000
const STEPS_S = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 86_400]
const MAX_TICKS = 5
/** From the time of a tick to the next one. */
const TICK_ROOM = 12
/** Less room has no place for a route, nor for a time before the right edge. */
const MIN_ROOM = 6
/** Between two routes. */
const GAP = 1
/** The time of the end stands at the right edge. */
const END_ROOM = 28
/** For how long it was; for that alone where idle times are shortened, on any screen and on a wide one. */
const IDLE_ROOM = 18
const TIME_ROOM = 12
const WIDE_TIME_ROOM = 5
/** Shorter ones are no idle time. */
const MIN_IDLE_S = 1
/** A rectangle without width is not drawn. */
const MIN_WIDTH = 0.1

interface StripQuery {
  /** The start of the session. */
  readonly firstNs: Ns
  /** When the visitor left; `undefined` if unknown, or not yet. */
  readonly leftNs?: Ns | undefined
}

/**
 * @param all Oldest first.
 * @returns `undefined` if there is nothing to compare: less than two pages and failures.
 */
export function layoutStrip(all: readonly TimedRow[], { firstNs, leftNs }: StripQuery): StripModel | undefined {
  const rows = all.filter(({ elapsed }) => elapsed !== '')
  const shown = rows.filter(({ isRoot, failed }) => isRoot || failed)
  if (shown.length < 2) return undefined
  const secondsOf = (ns: bigint) => Number(ns - firstNs) / NS_PER_S
  const intervalOf = ({ atNs, durationNs }: TimedRow): Interval => [secondsOf(atNs), secondsOf(atNs + durationNs)]
  const intervals = rows.map(intervalOf)
  const from = intervals[0]?.[0] ?? 0
  const to = Math.max(from + 0.001, ...intervals.map(([, end]) => end))
  const hasLeft = leftNs !== undefined && leftNs > firstNs
  const idle = findIdle(intervals)
  const { shortened, shownSeconds } = shortenIdle(idle, { from, to })
  const isShortened = shortened.length > 0
  const total = shownSeconds(to)
  // To a tenth, so that server and browser write the same.
  const widthOf = ([start, end]: Interval) =>
    Math.round((1_000 * (shownSeconds(end) - shownSeconds(start))) / total) / 10
  const share = (seconds: number) => widthOf([from, seconds])
  const place = (row: TimedRow) => ({ key: `${row.atNs} ${row.id}`, x: share(secondsOf(row.atNs)), text: row.title })
  const pages = rows.filter(({ isRoot }) => isRoot)
  return {
    bars: shown.map(row => ({
      ...place(row),
      service: row.service,
      failed: row.failed,
      width: Math.max(MIN_WIDTH, widthOf(intervalOf(row))),
    })),
    labels: pages
      .map((page, at) => {
        const placed = place(page)
        const next = pages[at + 1]
        return { ...placed, text: page.route || page.title, width: (next ? place(next).x - GAP : 100) - placed.x }
      })
      .filter(({ width }) => width >= MIN_ROOM),
    actions: rows.filter(({ name }) => name === USER_ACTION || name === 'browser.user_action.click').map(place),
    idle: idle.flatMap(([start, end]) => {
      const width = widthOf([start, end])
      const hasRoom = width >= (isShortened ? WIDE_TIME_ROOM : IDLE_ROOM)
      const text = `${formatDuration(nsOf(end - start))}${isShortened ? '' : ' idle'}`
      if (!hasRoom && !isShortened) return []
      return [{ key: `${start}`, x: share(start), width, text: hasRoom ? text : '', isForWide: width < TIME_ROOM }]
    }),
    end: hasLeft ? { key: 'end', x: 100, text: formatDuration(nsOf(to)) } : undefined,
    ticks: chooseTicks({ from, to, shortened })
      .map(seconds => {
        const text = formatElapsed(nsOf(seconds)).replace('.00 s', ' s')
        return { key: text, x: share(seconds), text }
      })
      .filter(({ x }) => x <= 100 - (hasLeft ? END_ROOM : MIN_ROOM))
      .filter(({ x }, at, all) => x - (all[at - 1]?.x ?? -TICK_ROOM) >= TICK_ROOM),
    isShortened,
  }
}

/** Start and end, in seconds since the session began. */
type Interval = readonly [start: number, end: number]

/**
 * Shortens idle times to half of the axis together, so that what happened between them can be seen.
 *
 * @param idle In order, apart from each other.
 * @returns Which are shortened, each to the same length; and where on the axis a moment is, from 0, in shown seconds.
 */
function shortenIdle(idle: readonly Interval[], { from, to }: { readonly from: number; readonly to: number }) {
  const lengthOf = ([start, end]: Interval) => end - start
  const idleSeconds = idle.reduce((sum, one) => sum + lengthOf(one), 0)
  const active = to - from - idleSeconds
  const longest = active / Math.max(1, idle.length)
  const shortened = active > 0 && idleSeconds > active ? idle.filter(one => lengthOf(one) > longest) : []
  const shownSeconds = (seconds: number) =>
    shortened.reduce((shown, one) => {
      const passed = Math.min(lengthOf(one), Math.max(0, seconds - one[0]))
      return shown - passed * (1 - longest / lengthOf(one))
    }, seconds - from)
  return { shortened, shownSeconds }
}

interface Axis {
  readonly from: number
  readonly to: number
  readonly shortened: readonly Interval[]
}

/** Round times; where idle times are shortened, when something began after each. */
function chooseTicks({ from, to, shortened }: Axis): readonly number[] {
  if (shortened.length > 0) return [from, ...shortened.map(([, end]) => end)]
  const step = STEPS_S.find(seconds => (to - from) / seconds <= MAX_TICKS) ?? (to - from) / MAX_TICKS
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, at) => (first + at) * step)
}

const nsOf = (seconds: number) => BigInt(Math.round(seconds * NS_PER_S))

/** @param times Start and end of each event, in seconds, by start. */
function findIdle(times: readonly Interval[]): readonly Interval[] {
  let lastEnd = times[0]?.[1] ?? 0
  return times.flatMap(([start, end]) => {
    const before = lastEnd
    lastEnd = Math.max(lastEnd, end)
    return start - before >= MIN_IDLE_S ? [[before, start] as const] : []
  })
}
