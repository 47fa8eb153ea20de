import type { Ns } from '../../../store/units.ts'
import { formatDuration, formatElapsed } from '../../format/duration.ts'
import { USER_ACTION } from './arrange-steps.ts'
import type { TimedRow } from './describe-steps.ts'

/** Pages, failures and actions of a session on one axis of time; positions in per cent. */
export interface StripModel {
  readonly bars: readonly (StripItem & { readonly service: string; readonly failed: boolean; readonly width: number })[]
  /** Routes over the pages, each with the room until the next one. */
  readonly labels: readonly (StripItem & { readonly width: number })[]
  readonly actions: readonly StripItem[]
  /** From the end of all that came before to the next event, if long. */
  readonly idle: readonly (StripItem & { readonly width: number })[]
  /** When the visitor left; `undefined` if unknown, or not yet. */
  readonly end: StripItem | undefined
  readonly ticks: readonly StripItem[]
}

interface StripItem {
  readonly key: string
  readonly x: number
  readonly text: string
}

const NS_PER_S = 1_000_000_000
const STEPS_S = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 86_400]
const MAX_TICKS = 5
/** Less room has no place for a route, nor for a time before the right edge. */
const MIN_ROOM = 6
/** Between two routes. */
const GAP = 1
/** The time of the end stands at the right edge. */
const END_ROOM = 28
/** For how long it was. */
const IDLE_ROOM = 18
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
  const from = secondsOf(rows[0]?.atNs ?? firstNs)
  const to = Math.max(from + 0.001, ...rows.map(({ atNs, durationNs }) => secondsOf(atNs + durationNs)))
  // To a tenth, so that server and browser write the same.
  const share = (seconds: number) => Math.round((1_000 * seconds) / (to - from)) / 10
  const place = (row: TimedRow) => ({
    key: `${row.atNs} ${row.id}`,
    x: share(secondsOf(row.atNs) - from),
    text: row.title,
  })
  const left = leftNs === undefined || leftNs <= firstNs ? undefined : Math.min(to, Math.max(from, secondsOf(leftNs)))
  const pages = rows.filter(({ isRoot }) => isRoot)
  const step = STEPS_S.find(seconds => (to - from) / seconds <= MAX_TICKS) ?? (to - from) / MAX_TICKS
  const first = Math.ceil(from / step)
  return {
    bars: shown.map(row => ({
      ...place(row),
      service: row.service,
      failed: row.failed,
      width: Math.max(MIN_WIDTH, share(Number(row.durationNs) / NS_PER_S)),
    })),
    labels: pages
      .map((page, at) => {
        const placed = place(page)
        const next = pages[at + 1]
        return { ...placed, text: page.route || page.title, width: (next ? place(next).x - GAP : 100) - placed.x }
      })
      .filter(({ width }) => width >= MIN_ROOM),
    actions: rows.filter(({ name }) => name === USER_ACTION || name === 'browser.user_action.click').map(place),
    idle: findIdle([
      ...rows.map(row => [secondsOf(row.atNs), secondsOf(row.atNs + row.durationNs)] as const),
      [left ?? to, to],
    ])
      .map(([start, end]) => ({
        key: `${start}`,
        x: share(start - from),
        width: share(end - start),
        text: `${formatDuration(nsOf(end - start))} idle`,
      }))
      .filter(({ width }) => width >= IDLE_ROOM),
    end: left === undefined ? undefined : { key: 'end', x: share(left - from), text: formatDuration(nsOf(left)) },
    ticks: Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, at) => {
      const seconds = (first + at) * step
      const text = formatElapsed(nsOf(seconds)).replace('.00 s', ' s')
      return { key: text, x: share(seconds - from), text }
    }).filter(({ x }) => x <= 100 - (left === undefined ? MIN_ROOM : END_ROOM)),
  }
}

const nsOf = (seconds: number) => BigInt(Math.round(seconds * NS_PER_S))

/** @param times Start and end of each event, in seconds, by start. */
function findIdle(times: readonly (readonly [start: number, end: number])[]) {
  let lastEnd = times[0]?.[1] ?? 0
  return times.flatMap(([start, end]) => {
    const before = lastEnd
    lastEnd = Math.max(lastEnd, end)
    return start - before >= MIN_IDLE_S ? [[before, start] as const] : []
  })
}
