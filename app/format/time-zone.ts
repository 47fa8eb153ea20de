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

interface WallClock {
  /** @returns milliseconds as if the zone were UTC */
  readonly toLocal: (utcMs: number) => number
  /** Of a local time that occurs twice, one of both; of one that is skipped, one beside it. */
  readonly toUtc: (localMs: number) => number
}

const clocks = new Map<string, WallClock>()
const UTC_CLOCK: WallClock = { toLocal: ms => ms, toUtc: ms => ms }

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
  const offsetAt = (utcMs: number) => {
    const part = Object.fromEntries(format.formatToParts(utcMs).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day, hour, minute, second } = part
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(utcMs / 1_000) * 1_000
  }
  return {
    toLocal: utcMs => utcMs + offsetAt(utcMs),
    toUtc: localMs => localMs - offsetAt(localMs - offsetAt(localMs)),
  }
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
  const ms = Number(atNs / 1_000_000n)
  const minutes = Math.round((wallClock().toLocal(ms) - ms) / 60_000)
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}
