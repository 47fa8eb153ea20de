import { redirect } from 'react-router'
import { timeZone, wallClock } from '../format/time-zone.ts'
import { changeParams } from './filter-links.ts'
import { timeRangeParams } from './time-range.ts'
import { MAX_TIMESTAMP_NS } from './timestamp-codec.ts'
import { typedRangeCodec } from './typed-range-codec.ts'

/** Half-open, Unix milliseconds. */
interface TypedRange {
  readonly fromMs: number
  readonly toMs: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Minutes on both sides of a single typed time. */
const AROUND_MS = 15 * MINUTE_MS

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const UNIT_MS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS } as const

const DAY_PATTERN = String.raw`today|yesterday|(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?|\d{4}-\d\d-\d\d`
const TIME_PATTERN = String.raw`\d{1,2}(?::\d\d(?::\d\d)?)?`
const RANGE_PATTERN = new RegExp(
  `^(${DAY_PATTERN})?(?: ?(${TIME_PATTERN}))?(?: ?(-) ?(?:(now)|(${DAY_PATTERN})?(?: ?(${TIME_PATTERN}))?))?$`,
)
const RELATIVE_PATTERN = /^(?:last |past )?(\d{1,4}) ?(m|h|d|w)(?:in(?:ute)?s?|(?:ou)?rs?|ays?|eeks?)?$/

/**
 * Parses a typed time range: `14:03` (a quarter of an hour on both sides), `9-17`, `yesterday`, `yesterday 9-17`, `mon 22-6`, `2026-11-20 -
 * 2026-11-21 14:30`, `14:03 - now`, `3h` (until now). Times without a day are the latest that have started.
 *
 * @param nowMs Unix milliseconds
 * @param zone IANA name of the time zone of the text; UTC if unknown @default that in which times are shown
 * @returns `undefined` for an invalid range, and for one that ends before it starts
 */
export function parseTypedRange(typed: string, nowMs: number, zone = timeZone()): TypedRange | undefined {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/–|—|\.\.| to /g, '-')
  const relative = RELATIVE_PATTERN.exec(text)
  if (relative !== null) {
    const [, count, unit] = relative
    const lengthMs = Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
    return lengthMs === 0 ? undefined : { fromMs: nowMs - lengthMs, toMs: nowMs }
  }
  const clock = wallClock(zone)
  const local = parseLocal(text, clock.toLocal(nowMs))
  if (local === undefined) return undefined
  const range = { fromMs: clock.toUtc(local.fromMs), toMs: local.toMs === 'now' ? nowMs : clock.toUtc(local.toMs) }
  const isInOrder = range.fromMs >= 0 && range.fromMs < range.toMs
  return isInOrder && BigInt(range.toMs) * 1_000_000n < MAX_TIMESTAMP_NS ? range : undefined
}

/** In wall-clock time: milliseconds as if the zone were UTC. */
function parseLocal(text: string, nowMs: number): { fromMs: number; toMs: number | 'now' } | undefined {
  const [, day, time, dash, now, lastDay, lastTime] = RANGE_PATTERN.exec(text) ?? []
  if (day === undefined && time === undefined) return undefined
  const today = nowMs - (((nowMs % DAY_MS) + DAY_MS) % DAY_MS)
  const startDay = day === undefined ? today : dayOf(day, today)
  const startTime = time === undefined ? 0 : timeOf(time)
  const endDay = lastDay === undefined ? startDay : dayOf(lastDay, today)
  const endTime = lastTime === undefined ? undefined : timeOf(lastTime)
  if (startDay === undefined || startTime === undefined || endDay === undefined) return undefined
  if (lastTime !== undefined && endTime === undefined) return undefined
  // The latest that has started.
  const backMs = day === undefined && lastDay === undefined && today + startTime > nowMs ? DAY_MS : 0
  const fromMs = startDay + startTime - backMs
  if (now !== undefined) return { fromMs, toMs: 'now' }
  if (endTime !== undefined) {
    const isOvernight = lastDay === undefined && endTime <= startTime
    return { fromMs, toMs: endDay + endTime - backMs + (isOvernight ? DAY_MS : 0) }
  }
  if (dash !== undefined && lastDay === undefined) return undefined
  if (dash !== undefined || time === undefined) return { fromMs, toMs: endDay + DAY_MS }
  if (time.includes(':')) return { fromMs: fromMs - AROUND_MS, toMs: fromMs + AROUND_MS }
  return { fromMs, toMs: fromMs + HOUR_MS }
}

/** Midnight of a day; `undefined` if it does not exist. A weekday means the latest one. */
function dayOf(text: string, today: number): number | undefined {
  if (text === 'today') return today
  if (text === 'yesterday') return today - DAY_MS
  const weekday = WEEKDAYS.indexOf(text.slice(0, 3))
  if (weekday >= 0) return today - ((new Date(today).getUTCDay() - weekday + 7) % 7) * DAY_MS
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? undefined : ms
}

function timeOf(text: string): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  const ms = hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1_000
  return minutes > 59 || seconds > 59 || ms > DAY_MS ? undefined : ms
}

/**
 * Redirects from a typed range to its two ends, so that the URL means the same tomorrow, and from an empty one to the URL without it.
 *
 * @throws a redirect, unless the range is invalid or missing
 */
export function redirectTypedRange({ pathname, searchParams }: URL, nowMs: number): void {
  const { param } = typedRangeCodec
  const text = searchParams.get(param)
  if (text === null) return
  const typed = parseTypedRange(text, nowMs)
  if (typed === undefined && text.trim() !== '') return
  const kept = [...searchParams].filter(([name]) => name !== param)
  const changes = typed && timeRangeParams({ fromNs: toNs(typed.fromMs), toNs: toNs(typed.toMs) })
  throw redirect(pathname + changeParams(new URLSearchParams(kept), changes ?? {}))
}

const toNs = (ms: number) => BigInt(ms) * 1_000_000n
