import { wallClock } from './time-zone.ts'

const NS_PER_MS = 1_000_000n
const NS_PER_S = 1_000_000_000n
const NS_PER_DAY = 86_400_000_000_000n
const MINUTE_S = 60n
const HOUR_S = 3_600n
const DAY_S = 86_400n

/** Formats a time in the reader's zone to the millisecond: `2026-11-21 14:03:22.123`. */
export function formatTimestamp(atNs: bigint): string {
  return isoText(wallClock().toLocal(validMs(atNs)))
    .replace('T', ' ')
    .replace('Z', '')
}

/** Formats the time of day in the reader's zone to the millisecond: `14:03:22.123`. */
export function formatTimeOfDay(atNs: bigint): string {
  return formatTimestamp(atNs).slice(11)
}

/** A time for `<time datetime>`, in UTC, with all nine digits: `2026-11-21T14:03:22.123456789Z`. */
export function isoTimestamp(atNs: bigint): string {
  const ns = ((atNs % NS_PER_S) + NS_PER_S) % NS_PER_S
  return `${isoText(validMs(atNs)).slice(0, 19)}.${ns.toString().padStart(9, '0')}Z`
}

/**
 * Formats the age of a time: `now`, `12 s ago`, `3 min ago`, `2 h ago`, `5 d ago`. A time more than two seconds in the future was sent by a
 * clock that is ahead: `4 min ahead`, which is no longer than an age: columns are as wide as these.
 */
export function formatAgo(atNs: bigint, nowNs: bigint): string {
  const seconds = (nowNs - atNs) / NS_PER_S
  if (seconds < -2n) return `${oneUnit(-seconds)} ahead`
  return seconds < 1n ? 'now' : `${oneUnit(seconds)} ago`
}

function oneUnit(seconds: bigint): string {
  if (seconds < MINUTE_S) return `${seconds} s`
  if (seconds < HOUR_S) return `${seconds / MINUTE_S} min`
  if (seconds < 2n * DAY_S) return `${seconds / HOUR_S} h`
  return `${seconds / DAY_S} d`
}

/** Dates beyond the range of Date are shown as its first or last. */
function validMs(atNs: bigint): number {
  const ms = atNs >= 0n ? atNs / NS_PER_MS : (atNs - NS_PER_MS + 1n) / NS_PER_MS
  return withinDates(Number(ms))
}

const isoText = (ms: number) => new Date(withinDates(ms)).toISOString()

const withinDates = (ms: number) => Math.max(-62_135_596_800_000, Math.min(ms, 253_402_300_799_999))

/** `14:30`, or `11-26 14:30` if that is a day or more from another time. */
export function formatSince(atNs: bigint, nowNs: bigint): string {
  const ns = nowNs - atNs
  return formatTimestamp(atNs).slice(ns < NS_PER_DAY && -ns < NS_PER_DAY ? 11 : 5, 16)
}
