import { DAY_MS, HOUR_MS, MILLISECOND_NS, MINUTE_MS } from '../../store/time-units.ts'
import { type InvalidFilter, type ParamCodec, type ParamCodecs, type ParsedFilters, readFilters } from './codec.ts'
import { timestampCodec } from './timestamp-codec.ts'

/** Relative ranges, by their names in the URL. */
export const RELATIVE_RANGE_MS = {
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '14d': 14 * DAY_MS,
  '90d': 90 * DAY_MS,
} as const

export type RelativeRange = keyof typeof RELATIVE_RANGE_MS

/** The time range of a page: custom with `from` or `to`, else relative. */
export interface TimeFilters {
  readonly last: RelativeRange
  /** Unix nanoseconds; `undefined` for the beginning of time. */
  readonly from: bigint | undefined
  /** Unix nanoseconds; `undefined` for now. */
  readonly to: bigint | undefined
}

/** Half-open, Unix nanoseconds. */
export interface PageTimeRange {
  readonly from: bigint
  readonly to: bigint
}

/** How far a relative range extends into the future: senders' clocks may be ahead, and their rows must not be hidden. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS

const lastCodec: ParamCodec<RelativeRange> = {
  param: 'last',
  defaultValue: '24h',
  parse: text =>
    isRelativeRange(text)
      ? { value: text }
      : { error: `last=${text} is not a time range: use one of ${Object.keys(RELATIVE_RANGE_MS).join(', ')}.` },
  format: last => (last === '24h' ? '' : last),
}

export const timeCodecs: ParamCodecs<TimeFilters> = {
  last: lastCodec,
  from: timestampCodec('from'),
  to: timestampCodec('to'),
}

/** URL parameters that select a time range, such as a bar of a chart. Unix nanoseconds. */
export function timeRangeParams({ fromNs, toNs }: { readonly fromNs: bigint; readonly toNs: bigint }) {
  const { last, from, to } = timeCodecs
  return { [last.param]: '', [from.param]: from.format(fromNs), [to.param]: to.format(toNs) }
}

/**
 * Reads the filters of a page with a time range, and resolves it at the current time. A range that ends before it starts is an error of the
 * given end. If the time is invalid, the range is the last 24 hours.
 *
 * @param nowMs Unix milliseconds
 */
export function readFiltersAndRange<Filters extends TimeFilters>(
  codecs: ParamCodecs<Filters>,
  params: URLSearchParams,
  nowMs: number,
): ParsedFilters<Filters> & { readonly range: PageTimeRange } {
  const { filters, filterErrors } = readFilters(codecs, params)
  const range = rangeOf(filters, nowMs)
  if (range.from < range.to) return { filters, filterErrors, range }
  return {
    filters,
    filterErrors: [...filterErrors, emptyRangeError(filters)],
    range: resolveRelativeRange('24h', nowMs),
  }
}

function emptyRangeError(time: TimeFilters): InvalidFilter {
  const from = timeCodecs.from.format(time.from)
  const to = timeCodecs.to.format(time.to)
  if (to === '') return { param: 'from', input: from, message: `from=${from} is in the future.` }
  return {
    param: 'to',
    input: to,
    message: `to=${to} is before the start of the range${from === '' ? '' : ` (from=${from})`}.`,
  }
}

/** Maximum age of counts, in milliseconds: see app/data/query.ts. */
export const CACHE_TTL_MS = 10_000

/** Rounds down to a multiple of {@link CACHE_TTL_MS}, so that all requests within it run the same queries. Unix milliseconds. */
export function floorToInterval(nowMs: number): number {
  return nowMs - (nowMs % CACHE_TTL_MS)
}

/** Resolves a relative range, with an allowance for clocks that are ahead. It moves in steps of {@link CACHE_TTL_MS}. */
export function resolveRelativeRange(last: RelativeRange, nowMs: number): PageTimeRange {
  return {
    from: toNs(floorToInterval(nowMs) - RELATIVE_RANGE_MS[last]),
    to: toNs(floorToInterval(nowMs) + CLOCK_SKEW_MS),
  }
}

function rangeOf({ last, from, to }: TimeFilters, nowMs: number): PageTimeRange {
  if (from === undefined && to === undefined) return resolveRelativeRange(last, nowMs)
  return { from: from ?? 0n, to: to ?? toNs(floorToInterval(nowMs) + CLOCK_SKEW_MS) }
}

/** True for the name of a relative range. */
export function isRelativeRange(value: string): value is RelativeRange {
  return Object.hasOwn(RELATIVE_RANGE_MS, value)
}

const toNs = (ms: number) => BigInt(ms) * MILLISECOND_NS
