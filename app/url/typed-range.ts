import { redirect } from 'react-router'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../store/time-units.ts'
import { parseTimeZone, timeZone, type WallClock, wallClock } from '../format/time-zone.ts'
import { changeParams } from './filter-links.ts'
import { timeRangeParams } from './time-range.ts'
import { MAX_TIMESTAMP_NS } from './timestamp-codec.ts'
import { parseMoment, type TypedMoment } from './typed-moment.ts'
import { typedRangeCodec } from './typed-range-codec.ts'

/** Half-open, Unix milliseconds. */
interface TypedRange {
  readonly fromMs: number
  readonly toMs: number
}

/** Minutes on both sides of a single typed time. */
const AROUND_MS = 15 * MINUTE_MS

const UNIT_MS = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS } as const
const AMOUNT = String.raw`(\d{1,4}(?:\.\d{1,3})?) ?`
const UNIT = '(?:(s)(?:ec(?:ond)?s?)?|(m)(?:in(?:ute)?s?)?|(h)(?:(?:ou)?rs?)?|(d)(?:ays?)?|(w)(?:eeks?)?)'
const RELATIVE_PATTERN = new RegExp(`^(?:(?:last |past )?${AMOUNT}|(?:last|past) )${UNIT}$`)
const AGE_PATTERN = new RegExp(`^${AMOUNT}${UNIT} (ago|ahead)$`)

/**
 * Parses a typed time range: `14:03` (a quarter of an hour on both sides), `9-17`, `yesterday`, `yesterday 9-17`, `mon 22-6`, `2026-11-20 -
 * 2026-11-21 14:30`, `14:03 - now`, `3h` (until now); and what pages show as a time, from `26 Nov` to `2026-11-20 09:00:03.123 UTC+1`. Times
 * without a day are the latest that have started. An hour that a clock shows twice is both.
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
    // An age, or the name of a zone.
    .replace(/ \([^()]*\)$/, '')
  const [, bare = text, name = ''] = /^(.*), ?([a-z][\w/+-]*)$/.exec(text) ?? []
  const named = parseTimeZone(name)
  const range = parseRange(named === undefined ? text : bare, nowMs, wallClock(named ?? zone))
  if (range === undefined || range.fromMs < 0 || range.fromMs >= range.toMs) return undefined
  return BigInt(range.toMs) * 1_000_000n < MAX_TIMESTAMP_NS ? range : undefined
}

function parseRange(text: string, nowMs: number, clock: WallClock): TypedRange | undefined {
  return readRelative(text, nowMs) ?? readAge(text, nowMs) ?? readEnds(text, nowMs, clock)
}

function readRelative(text: string, nowMs: number): TypedRange | undefined {
  const [matched, count = '1', ...units] = RELATIVE_PATTERN.exec(text) ?? []
  return matched === undefined ? undefined : { fromMs: nowMs - Math.round(Number(count) * unitOf(units)), toMs: nowMs }
}

/** `3 min ago` is from three minutes to four, as pages round it, and what is near. */
function readAge(text: string, nowMs: number): TypedRange | undefined {
  const [matched, count, ...units] = AGE_PATTERN.exec(text) ?? []
  if (matched === undefined) return undefined
  const unitMs = unitOf(units)
  const awayMs = Number(count) * unitMs
  const [nearMs, farMs] = [awayMs - AROUND_MS, awayMs + Math.max(unitMs, AROUND_MS)]
  return text.endsWith('ahead')
    ? { fromMs: nowMs + nearMs, toMs: nowMs + farMs }
    : { fromMs: nowMs - farMs, toMs: nowMs - Math.max(0, nearMs) }
}

function unitOf(matched: readonly (string | undefined)[]): number {
  const unit = matched.find(letter => letter !== undefined && Object.hasOwn(UNIT_MS, letter))
  return UNIT_MS[unit as keyof typeof UNIT_MS]
}

/** A moment, or two with a dash between: which of its dashes that is, is seen from what stands beside it. */
function readEnds(typed: string, nowMs: number, clock: WallClock): TypedRange | undefined {
  const text = typed.replace(/ ?(?:–|—|\.\.| to ) ?/g, ' - ')
  const today = startOfDay(clock.toLocal(nowMs))
  if (text === 'now') return { fromMs: nowMs - AROUND_MS, toMs: nowMs }
  const single = parseMoment(text, today)
  if (single !== undefined) return rangeOfMoment(single, nowMs, clock)
  for (const { index, 0: dash } of text.matchAll(/ ?- ?/g)) {
    const [before, after] = [text.slice(0, index), text.slice(index + dash.length)]
    const from = before === 'the beginning' ? before : parseMoment(before, today)
    const to = after === 'now' ? after : parseMoment(after, today)
    if (from !== undefined && to !== undefined) return rangeBetween(from, to, nowMs, clock)
  }
  return undefined
}

function rangeOfMoment(moment: TypedMoment, nowMs: number, zone: WallClock): TypedRange | undefined {
  const { time, clock = zone } = moment
  const local = localStart(moment, clock.toLocal(nowMs))
  if (time === undefined) return rangeOfLocal(local, local + DAY_MS, clock)
  if (time.isHour) return rangeOfLocal(local, local + HOUR_MS, clock)
  return { fromMs: afterGap(local, clock) - AROUND_MS, toMs: afterGap(local, clock, clock.toLastUtc) + AROUND_MS }
}

function rangeBetween(
  from: TypedMoment | 'the beginning',
  to: TypedMoment | 'now',
  nowMs: number,
  zone: WallClock,
): TypedRange {
  // A zone behind one of both is that of both.
  const named = [from, to].flatMap(end => (typeof end === 'string' || end.clock === undefined ? [] : [end.clock]))
  const [fromClock, toClock] = [named[0] ?? zone, named.at(-1) ?? zone]
  const start = from === 'the beginning' ? undefined : localStart(from, fromClock.toLocal(nowMs), to)
  if (to === 'now') return { fromMs: start === undefined ? 0 : fromClock.toUtc(start), toMs: nowMs }
  const startThere = start === undefined ? undefined : toClock.toLocal(fromClock.toUtc(start))
  const end = localEnd(to, fromClock === toClock ? start : startThere, toClock.toLocal(nowMs))
  if (start === undefined) return { fromMs: 0, toMs: endOf(end, toClock) }
  if (fromClock === toClock) return rangeOfLocal(start, end, toClock)
  return { fromMs: fromClock.toUtc(start), toMs: endOf(end, toClock) }
}

const startOfDay = (localMs: number) => localMs - (((localMs % DAY_MS) + DAY_MS) % DAY_MS)

/** In wall-clock time: a time without a day is the latest that has started; today, if what it is until has a day. */
function localStart({ day, time }: TypedMoment, nowLocal: number, until?: TypedMoment | 'now'): number {
  const timeMs = time?.ms ?? 0
  if (day !== undefined) return day + timeMs
  const start = startOfDay(nowLocal) + timeMs
  const isToday = start <= nowLocal || (typeof until === 'object' && until.day !== undefined)
  return isToday ? start : start - DAY_MS
}

/** In wall-clock time: without a day that of the start, or the day after if it would be before it. */
function localEnd({ day, time }: TypedMoment, start: number | undefined, nowLocal: number): number {
  const endDay = day ?? startOfDay(start ?? nowLocal)
  if (time === undefined) return endDay + DAY_MS
  const end = endDay + time.ms + Number(time.isCut)
  return day === undefined && start !== undefined && end <= start ? end + DAY_MS : end
}

/** From when a clock first shows a time until it last shows what is before another; as long, if it skips all of that. */
function rangeOfLocal(from: number, to: number, clock: WallClock): TypedRange {
  const range = { fromMs: clock.toUtc(from), toMs: endOf(to, clock) }
  if (range.fromMs < range.toMs || from >= to) return range
  const fromMs = afterGap(from, clock)
  return { fromMs, toMs: fromMs + to - from }
}

function endOf(local: number, { toLocal, toUtc, toLastUtc }: WallClock): number {
  const last = toLastUtc(local)
  return toLocal(last - 1) < local ? last : toUtc(local)
}

/** When a clock shows a time; one that was not put forward, if it skips that time. */
function afterGap(local: number, { toLocal, toUtc }: WallClock, occurrence = toUtc): number {
  const utcMs = occurrence(local)
  const skippedMs = toLocal(utcMs) - local
  if (skippedMs <= 0) return utcMs
  const beforeMs = toLocal(utcMs - 1) - (utcMs - 1)
  return local - beforeMs
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
