import { DAY_NS, HOUR_NS, MILLISECOND_NS, MINUTE_NS, SECOND_NS } from '../../store/time-units.ts'
import { wallClock } from './time-zone.ts'

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

/** Formats a minute for readers who may be anywhere: `2026-11-21 14:03 UTC`. @param atMs Unix milliseconds */
export const formatUtcMinute = (atMs: number) => `${isoText(atMs).slice(0, 16).replace('T', ' ')} UTC`

/** A time for `<time datetime>`, in UTC, with all nine digits: `2026-11-21T14:03:22.123456789Z`. */
export function isoTimestamp(atNs: bigint): string {
  const ns = ((atNs % SECOND_NS) + SECOND_NS) % SECOND_NS
  return `${isoText(validMs(atNs)).slice(0, 19)}.${ns.toString().padStart(9, '0')}Z`
}

/**
 * Formats the age of a time: `now`, `12 s ago`, `3 min ago`, `2 h ago`, `5 d ago`. A time more than two seconds in the future was sent by a
 * clock that is ahead: `4 min ahead`, which is no longer than an age: columns are as wide as these.
 */
export function formatAgo(atNs: bigint, nowNs: bigint): string {
  const ageNs = nowNs - atNs
  if (ageNs <= -3n * SECOND_NS) return `${oneUnit(-ageNs)} ahead`
  return ageNs < SECOND_NS ? 'now' : `${oneUnit(ageNs)} ago`
}

function oneUnit(ns: bigint): string {
  if (ns < MINUTE_NS) return `${ns / SECOND_NS} s`
  if (ns < HOUR_NS) return `${ns / MINUTE_NS} min`
  if (ns < 2n * DAY_NS) return `${ns / HOUR_NS} h`
  return `${ns / DAY_NS} d`
}

/** Dates beyond the range of Date are shown as its first or last. */
function validMs(atNs: bigint): number {
  const ms = atNs >= 0n ? atNs / MILLISECOND_NS : (atNs - MILLISECOND_NS + 1n) / MILLISECOND_NS
  return withinDates(Number(ms))
}

const isoText = (ms: number) => new Date(withinDates(ms)).toISOString()

const withinDates = (ms: number) => Math.max(-62_135_596_800_000, Math.min(ms, 253_402_300_799_999))

/** `14:30`, or `11-26 14:30` if that is a day or more from another time. */
export function formatSince(atNs: bigint, nowNs: bigint): string {
  const ns = nowNs - atNs
  return formatTimestamp(atNs).slice(ns < DAY_NS && -ns < DAY_NS ? 11 : 5, 16)
}
