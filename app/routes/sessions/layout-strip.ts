import { formatElapsed } from '../../format/duration.ts'
import { USER_ACTION } from './arrange-steps.ts'
import type { TimedRow } from './describe-steps.ts'

/** Pages, failures and actions of a session on one axis of time; positions in per cent. */
export interface StripModel {
  readonly bars: readonly (StripItem & { readonly service: string; readonly failed: boolean; readonly width: number })[]
  /** Routes over the pages, each with the room until the next one. */
  readonly labels: readonly (StripItem & { readonly width: number })[]
  readonly actions: readonly StripItem[]
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
/** A rectangle without width is not drawn. */
const MIN_WIDTH = 0.1

/**
 * @param rows Oldest first.
 * @returns `undefined` if there is nothing to compare: less than two pages and failures.
 */
export function layoutStrip(rows: readonly TimedRow[], firstNs: bigint): StripModel | undefined {
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
    ticks: Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, at) => {
      const seconds = (first + at) * step
      const text = formatElapsed(BigInt(Math.round(seconds * NS_PER_S))).replace('.00 s', ' s')
      return { key: text, x: share(seconds - from), text }
    }).filter(({ x }) => x <= 100 - MIN_ROOM),
  }
}
