import type { BindParameter } from '../search/bind.ts'
import type { ComparedPeriods } from './comparison.ts'
import { MINUTE_NS } from './time-units.ts'
import type { Ns, TimeRange } from './units.ts'

const SHORTEST_NS = 5n * MINUTE_NS
/** Minutes of the buckets in which counts are stored, longest first: each is a multiple of the next. */
export const EXCEPTION_BUCKETS = [1440n, 180n, 60n, 30n, 5n] as const
export const REQUEST_BUCKETS = [180n, 30n, 5n] as const

/** What together counts a period: whole stored buckets, and single rows of less than five minutes at either end. */
interface StoredParts {
  readonly buckets: readonly (TimeRange & { readonly minutes: bigint })[]
  readonly rows: readonly TimeRange[]
}

/** The fewest parts that together are a period, each by time. @param lengths minutes, as {@link EXCEPTION_BUCKETS} */
export function divideIntoParts({ from, to }: TimeRange, [minutes, ...shorter]: readonly bigint[]): StoredParts {
  if (from >= to) return { buckets: [], rows: [] }
  if (minutes === undefined) return { buckets: [], rows: [{ from, to }] }
  const first = ceilTo(from, minutes * MINUTE_NS)
  const last = to - (to % (minutes * MINUTE_NS))
  if (first >= last) return divideIntoParts({ from, to }, shorter)
  const before = divideIntoParts({ from, to: first }, shorter)
  const after = divideIntoParts({ from: last, to }, shorter)
  return {
    buckets: [...before.buckets, { minutes, from: first, to: last }, ...after.buckets],
    rows: [...before.rows, ...after.rows],
  }
}

/** The lengths that divide a bucket of a chart, so that each stored bucket is in one. */
export const lengthsWithin = (lengths: readonly bigint[], stepNs: Ns) =>
  lengths.filter(minutes => stepNs % (minutes * MINUTE_NS) === 0n)

/**
 * By how much the previous period is moved to be drawn over the current one: its length, in whole five minutes, so that no stored bucket is
 * divided.
 */
export const shiftOf = ({ lastedNs }: Pick<ComparedPeriods, 'lastedNs'>) => ceilTo(lastedNs, SHORTEST_NS)

/** Conditions on the stored buckets and on the single rows of periods: each row of theirs is in one of them, once. */
export function writeParts(parts: readonly StoredParts[], bind: BindParameter) {
  const between = (column: string, { from, to }: TimeRange) =>
    `${column} >= fromUnixTimestamp64Nano(${bind(from, 'Int64')}) AND ${column} < fromUnixTimestamp64Nano(${bind(to, 'Int64')})`
  const oneOf = (conditions: readonly string[]) => (conditions.length === 0 ? '0' : conditions.join(' OR '))
  return {
    stored: oneOf(
      parts.flatMap(({ buckets }) =>
        buckets.map(bucket => `BucketMinutes = ${bucket.minutes} AND ${between('Bucket', bucket)}`),
      ),
    ),
    single: oneOf(parts.flatMap(({ rows }) => rows.map(range => between('Timestamp', range)))),
  }
}

/** The parts of both periods, the previous one moved onto the current one for a chart with buckets of `stepNs`. */
export function writeComparedParts(comparison: ComparedPeriods, lengths: readonly bigint[], bind: BindParameter) {
  const { beforeNs, fromNs, toNs, stepNs } = comparison
  const within = lengthsWithin(lengths, stepNs)
  return writeParts(
    [
      divideIntoParts({ from: beforeNs, to: fromNs }, lengthsWithin(within, shiftOf(comparison))),
      divideIntoParts({ from: fromNs, to: toNs }, within),
    ],
    bind,
  )
}

const ceilTo = (ns: bigint, step: bigint) => ((ns + step - 1n) / step) * step
