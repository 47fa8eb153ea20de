import { DAY_MS } from '../time-units.ts'
import type { Storage } from './get-storage.ts'
import type { BytesOfDay } from './list-bytes-by-day.ts'

/** Whole days that tell the present rate. */
export const RATE_DAYS = 3
/** A disk that lasts longer is not looked at. */
export const MAX_DAYS = 365

type DiskDay = Pick<BytesOfDay, 'day' | 'ofDay' | 'leaving'>

/** A forecast of when the disk of the database is full. */
export interface DiskForecast {
  readonly freeBytes: number
  readonly bytesADay: number
  /** Whole days until it is full; at most {@link MAX_DAYS}. */
  readonly left: number
}

/**
 * Forecasts when the disk is full at the present rate: that of the last whole days, less what is deleted meanwhile because it is kept no longer. For a
 * time in the past, what was stored since is taken off.
 *
 * @param atMs Unix milliseconds
 * @returns `undefined` before the end of the first whole day
 */
export function forecastDisk(storage: Storage, days: readonly DiskDay[], atMs: number): DiskForecast | undefined {
  const today = dayOf(atMs)
  const freeBytes = storage.free + days.filter(({ day }) => day > today).reduce((sum, { ofDay }) => sum + ofDay, 0)
  const rate = bytesADay(days, atMs, 'ofDay')
  if (rate === undefined) return undefined
  return { freeBytes, bytesADay: rate, left: daysUntilFull({ days, atMs, freeBytes, bytesADay: rate }) }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/**
 * Averages the bytes of the last whole days: those that are stored a day.
 *
 * @param what of all telemetry, of spans or of log records
 * @returns `undefined` before the end of the first whole day
 */
export function bytesADay<What extends 'ofDay' | 'spans' | 'logs'>(
  days: readonly Pick<BytesOfDay, 'day' | 'ofDay' | What>[],
  atMs: number,
  what: What,
): number | undefined {
  const first = days.find(({ ofDay }) => ofDay > 0)?.day ?? '9'
  const whole = Array.from({ length: RATE_DAYS }, (_, i) => dayOf(atMs - (i + 1) * DAY_MS)).filter(day => day > first)
  if (whole.length === 0) return undefined
  return days.filter(({ day }) => whole.includes(day)).reduce((sum, { [what]: bytes }) => sum + bytes, 0) / whole.length
}

interface Filling {
  readonly days: readonly DiskDay[]
  readonly atMs: number
  readonly freeBytes: number
  readonly bytesADay: number
}

/** @returns whole days; at most {@link MAX_DAYS} */
export function daysUntilFull({ days, atMs, freeBytes, bytesADay }: Filling): number {
  const leaving = new Map(days.map(({ day, leaving }) => [day, leaving]))
  let free = freeBytes
  for (let left = 0; left < MAX_DAYS; left++) {
    free += (leaving.get(dayOf(atMs + (left + 1) * DAY_MS)) ?? 0) - bytesADay
    if (free <= 0) return left
  }
  return MAX_DAYS
}
