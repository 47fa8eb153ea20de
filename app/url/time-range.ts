import { unreadableUrl } from './unreadable-url.ts'

const NS_PER_MS = 1_000_000n
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Ranges that end now, by their name in the URL. */
export const LAST_MS = {
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '14d': 14 * DAY_MS,
  '90d': 90 * DAY_MS,
} as const

export type Last = keyof typeof LAST_MS

/** Half-open, Unix nanoseconds. `last` is set when the range ends now and moves with it. */
export interface TimeRange {
  readonly from: bigint
  readonly to: bigint
  readonly last: Last | undefined
}

/** How far a range that ends now reaches ahead: clocks of senders run a little fast, and their rows must not be hidden. */
const AHEAD_MS = 5 * MINUTE_MS

/**
 * Reads `?last=1h`, or `?from=…&to=…` as ISO 8601 (without a zone: UTC; either end may be missing).
 *
 * @param nowMs Unix milliseconds
 * @throws an answer of 400 for what cannot be read, and for a range that ends before it begins
 */
export function readTimeRange(params: URLSearchParams, nowMs: number, fallback: Last): TimeRange {
  const from = params.get('from')?.trim() ?? ''
  const to = params.get('to')?.trim() ?? ''
  if (from === '' && to === '') {
    const last = readLast(params.get('last') || fallback)
    return { from: toNs(nowMs - LAST_MS[last]), to: toNs(nowMs + AHEAD_MS), last }
  }
  const fromMs = from === '' ? 0 : readMoment('from', from)
  const toMs = to === '' ? nowMs + AHEAD_MS : readMoment('to', to)
  if (toMs <= fromMs) throw unreadableUrl(`The time range ends (to=${to}) before it begins (from=${from}).`)
  return { from: toNs(fromMs), to: toNs(toMs), last: undefined }
}

function readLast(value: string): Last {
  if (isLast(value)) return value
  throw unreadableUrl(`last=${value} is not a time range: use one of ${Object.keys(LAST_MS).join(', ')}.`)
}

function isLast(value: string): value is Last {
  return Object.hasOwn(LAST_MS, value)
}

const ISO = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/

/** Unix milliseconds. */
function readMoment(name: string, value: string): number {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(value.slice(10))
  const ms = ISO.test(value) ? Date.parse(withTime(value.replace(' ', 'T')) + (zoned ? '' : 'Z')) : Number.NaN
  if (Number.isNaN(ms) || ms < 0) throw unreadableUrl(`${name}=${value} is not a time such as 2026-11-21T14:00 (UTC).`)
  return ms
}

const withTime = (value: string) => (value.length === 10 ? `${value}T00:00` : value)
const toNs = (ms: number) => BigInt(ms) * NS_PER_MS
