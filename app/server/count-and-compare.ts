import { addPreviousPeriod } from '../../store/comparison.ts'
import type { Facets } from '../../store/facets.ts'
import type { TimeRange } from '../../store/units.ts'
import type { ComparedTotal } from '../ui/table/list-total.tsx'

interface Counting<Answer> {
  readonly range: TimeRange
  /** Unix milliseconds. */
  readonly nowMs: number
  /** Also counts the previous period. */
  readonly compare: boolean
  count(range: TimeRange): Promise<Answer>
}

/** Counts a whole list and, on request, the previous period of the same length. */
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

/** The previous period, as long as a range has lasted so far. @returns `undefined` if it would start before 1970 */
export function previousRange({ from, to }: TimeRange, nowMs: number): TimeRange | undefined {
  const nowNs = BigInt(nowMs) * 1_000_000n
  const lastedNs = (nowNs > from && nowNs < to ? nowNs : to) - from
  return from - lastedNs < 0n || from === 0n ? undefined : { from: from - lastedNs, to: from }
}

/** A range with its previous period, for counts by bucket. */
export function comparisonOfRange({ from, to }: TimeRange, nowMs: number) {
  const nowNs = BigInt(nowMs) * 1_000_000n
  return addPreviousPeriod({ from, to: nowNs > from && nowNs < to ? nowNs : to }, BUCKET_NS)
}

const BUCKET_NS = 300_000_000_000n
