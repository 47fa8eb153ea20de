import { compareWithPreviousPeriod } from '../../store/comparison.ts'
import type { Facets } from '../../store/facets.ts'
import type { TimeRange } from '../../store/units.ts'
import type { ComparedTotal } from '../ui/table/list-total.tsx'

interface Counting<Answer> {
  readonly range: TimeRange
  /** Unix milliseconds. */
  readonly nowMs: number
  /** With the time before. */
  readonly compare: boolean
  count(range: TimeRange): Promise<Answer>
}

/** Counts a whole list, beside the same of a time just as long before where that is asked for. */
export async function countAndCompare<Answer extends Facets>({
  range,
  nowMs,
  compare,
  count,
}: Counting<Answer>): Promise<Answer & ComparedTotal> {
  const earlier = compare ? previousRange(range, nowMs) : undefined
  const [now, before] = await Promise.all([count(range), earlier && count(earlier)])
  return { ...now, before: before?.total }
}

/** As long as a range has lasted so far. @returns `undefined` for what begins with time itself */
export function previousRange({ from, to }: TimeRange, nowMs: number): TimeRange | undefined {
  const nowNs = BigInt(nowMs) * 1_000_000n
  const lastedNs = (nowNs > from && nowNs < to ? nowNs : to) - from
  return from - lastedNs < 0n || from === 0n ? undefined : { from: from - lastedNs, to: from }
}

/** A range and as much before it, for what counts by buckets. */
export function comparisonOfRange({ from, to }: TimeRange, nowMs: number) {
  const nowNs = BigInt(nowMs) * 1_000_000n
  return compareWithPreviousPeriod({ from, to: nowNs > from && nowNs < to ? nowNs : to }, BUCKET_NS)
}

const BUCKET_NS = 300_000_000_000n
