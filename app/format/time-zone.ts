import { DAY_MS, MILLISECOND_NS, MINUTE_MS } from '../../store/time-units.ts'

/** The zone in which times are shown and typed, one for a reader: UTC, or that of the browser, by its IANA name. */
export const timeZone = (): string => readZone()

/** The same in a word, for heads of columns. */
export const zoneKind = () => (timeZone() === 'UTC' ? 'UTC' : 'local')

let readZone = () => 'UTC'

/** Tells whose zone it is: on the server that of the request, in the browser that of the document. */
export function setTimeZoneSource(read: () => string): void {
  readZone = read
}

/** @returns the canonical name of a zone; `undefined` if there is none of this name, and for offsets such as `+01:00` */
export function parseTimeZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

export interface WallClock {
  /** @returns milliseconds as if the zone were UTC */
  readonly toLocal: (utcMs: number) => number
  /** A local time that occurs twice gives its first occurrence; one that is skipped, the moment at which the clock is put forward. */
  readonly toUtc: (localMs: number) => number
  /** A local time that occurs twice gives its second occurrence. */
  readonly toLastUtc: (localMs: number) => number
}

/** No zone changes its clocks twice in it. */
const SLOT_MS = DAY_MS / 4
const MAX_SLOTS = 1_000
const clocks = new Map<string, WallClock>()
/** The clock of a constant offset, such as that of UTC. */
export function offsetClock(aheadMs: number): WallClock {
  const toUtc = (ms: number) => ms - aheadMs
  return { toLocal: ms => ms + aheadMs, toUtc, toLastUtc: toUtc }
}

const UTC_CLOCK = offsetClock(0)

/** The clock on the wall of a zone; that of UTC for an unknown one. */
export function wallClock(zone = timeZone()): WallClock {
  if (zone === 'UTC') return UTC_CLOCK
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const name = parseTimeZone(zone)
  if (name === undefined) return UTC_CLOCK
  const clock = createClock(name)
  clocks.set(name, clock)
  return clock
}

function createClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', { ...WALL_CLOCK_FORMAT, timeZone })
  const readOffset = (utcMs: number) => {
    const part = Object.fromEntries(format.formatToParts(utcMs).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day, hour, minute, second } = part
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(utcMs / 1_000) * 1_000
  }
  const known = new Map<number, number>()
  const offsetOfSlot = (slotMs: number) => {
    const offset = known.get(slotMs) ?? readOffset(slotMs)
    if (known.size >= MAX_SLOTS) known.clear()
    known.set(slotMs, offset)
    return offset
  }
  /** Reading an offset takes as long as formatting ten texts: only where it changes nearby it is read again. */
  const offsetAt = (utcMs: number) => {
    const slotMs = Math.floor(utcMs / SLOT_MS) * SLOT_MS
    const offset = offsetOfSlot(slotMs)
    return offset === offsetOfSlot(slotMs + SLOT_MS) ? offset : readOffset(utcMs)
  }
  const toLocal = (utcMs: number) => utcMs + offsetAt(utcMs)
  /** The offsets before and after a change nearby, and when a clock with either shows the time. */
  const around = (localMs: number) => [-DAY_MS, DAY_MS].map(ms => localMs - offsetAt(localMs + ms))
  const occurrences = (localMs: number): readonly number[] => {
    const possible = [...new Set(around(localMs))].toSorted((a, b) => a - b)
    if (possible.length === 1) return possible
    const found = possible.filter(utcMs => toLocal(utcMs) === localMs)
    return found.length > 0 ? found : [findChange(offsetAt, possible)]
  }
  return {
    toLocal,
    toUtc: localMs => occurrences(localMs)[0] ?? localMs,
    toLastUtc: localMs => occurrences(localMs).at(-1) ?? localMs,
  }
}

/** When the offset changes between two moments. */
function findChange(offsetAt: (utcMs: number) => number, [from = 0, to = 0]: readonly number[]): number {
  let [before, after] = [from, to]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle) === offsetAt(from)) before = middle
    else after = middle
  }
  return after
}

const WALL_CLOCK_FORMAT = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

/** What stands behind a time: `UTC`, `UTC+1`, `UTC-3:30`, as it is at that time. */
export function zoneAt(atNs: bigint): string {
  const ms = Number(atNs / MILLISECOND_NS)
  const minutes = Math.round((wallClock().toLocal(ms) - ms) / MINUTE_MS)
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/**
 * Names the zone behind a time that the clock shows twice, because it is put back: ` UTC+1`; '' behind other times. Both ends of a range have
 * theirs if one of them is such a time: a zone behind one alone would be read as that of both.
 */
export function zoneIfTwice(atNs: bigint, otherEndNs = atNs): string {
  return isShownTwice(atNs) || isShownTwice(otherEndNs) ? ` ${zoneAt(atNs)}` : ''
}

function isShownTwice(atNs: bigint): boolean {
  const { toLocal, toUtc, toLastUtc } = wallClock()
  const localMs = toLocal(Number(atNs / MILLISECOND_NS))
  return toUtc(localMs) !== toLastUtc(localMs)
}
