import { formatDuration } from '../../app/format/duration.ts'
import { formatAgo } from '../../app/format/time.ts'

/** Writes a time of the API as its age: `3 min ago`. */
export const agoOf = (time: string, nowMs = Date.now()): string => formatAgo(nsOf(time), BigInt(nowMs) * 1_000_000n)

/** A time of the API in nanoseconds; 0 for what is none. */
export function nsOf(time: string): bigint {
  const [, seconds = '', fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(time) ?? []
  if (seconds === '') return 0n
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
}

/** To the second: `2026-11-21 14:00:00Z`. */
export const momentOf = (time: string): string => time.replace('T', ' ').replace(/(?:\.\d+)?Z$/, 'Z')

/** To the millisecond: `14:00:00.123`. */
export const timeOfDayOf = (time: string): string => time.slice(11, 23)

/** A duration of the API, milliseconds. */
export const durationOf = (ms: number): string => formatDuration(BigInt(Math.round(ms * 1_000_000)))

/** `1,204` */
export const countOf = (count: number): string => count.toLocaleString('en-US')

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Reads `90s`, `10m`, `2h` or `1d`. @returns Milliseconds; `undefined` for what is none of these. */
export function readDuration(text: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  return unit === '' ? undefined : Number(digits) * UNITS[unit as keyof typeof UNITS]
}
