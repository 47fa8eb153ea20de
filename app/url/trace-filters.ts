import { readTimeRange, type TimeRange } from './time-range.ts'
import { unreadableUrl } from './unreadable-url.ts'

/** Which traces a list shows. `''` stands for every service or route. */
export interface TraceFilters {
  readonly service: string
  readonly route: string
  readonly failedOnly: boolean
  readonly minDurationNs: bigint
  readonly range: TimeRange
  /** Part of the root's name or route, in any case. */
  readonly text: string
  /** Only traces that began before this moment, Unix nanoseconds: where the page before ended. */
  readonly before: bigint | undefined
}

/**
 * Reads `service`, `route`, `q`, `failed=1`, `min` (`250ms`, `1.5s`), the time range and `before`.
 *
 * @param nowMs Unix milliseconds
 * @throws an answer of 400 for what cannot be read
 */
export function readTraceFilters(params: URLSearchParams, nowMs: number): TraceFilters {
  return {
    service: params.get('service')?.trim() ?? '',
    route: params.get('route')?.trim() ?? '',
    text: readText(params.get('q')),
    failedOnly: readFlag('failed', params.get('failed')),
    minDurationNs: readDuration('min', params.get('min')),
    range: readTimeRange(params, nowMs, '24h'),
    before: readMomentNs('before', params.get('before')),
  }
}

/** Reads Unix nanoseconds; `undefined` when there is nothing to read. */
export function readMomentNs(name: string, value: string | null): bigint | undefined {
  if (value === null || value === '') return undefined
  if (/^\d{1,18}$|^[1-8]\d{18}$/.test(value)) return BigInt(value)
  throw unreadableUrl(`${name}=${value} is not a place in this list: go back to its first page.`)
}

const MAX_TEXT = 200

/** Reads a text to search for, at most 200 characters; `''` when there is none. */
export function readText(value: string | null): string {
  const text = value?.trim() ?? ''
  if (text.length > MAX_TEXT)
    throw unreadableUrl(`A search takes at most ${MAX_TEXT} characters; this has ${text.length}.`)
  return text
}

/** Reads `1` or `on` (what a checkbox sends) as true; `0` and nothing as false. */
export function readFlag(name: string, value: string | null): boolean {
  if (value === null || value === '' || value === '0') return false
  if (value === '1' || value === 'on') return true
  throw unreadableUrl(`${name}=${value} is neither 1 nor 0.`)
}

const UNIT_NS = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, m: 60e9, min: 60e9, h: 3600e9 } as const

/** Reads a duration with its unit, milliseconds without one, into nanoseconds; nothing is 0. */
export function readDuration(name: string, value: string | null): bigint {
  const text = value?.trim().replace(',', '.') ?? ''
  if (text === '') return 0n
  const [, number, unit = 'ms'] = /^(\d{1,9}(?:\.\d{1,9})?)\s*([a-zµ]+)?$/.exec(text) ?? []
  if (number === undefined || !isUnit(unit)) {
    throw unreadableUrl(`${name}=${text} is not a duration such as 250ms, 1.5s or 2min.`)
  }
  return BigInt(Math.round(Number(number) * UNIT_NS[unit]))
}

function isUnit(value: string): value is keyof typeof UNIT_NS {
  return Object.hasOwn(UNIT_NS, value)
}
