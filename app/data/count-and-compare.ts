import { addPreviousPeriod, endAt, previousPeriod } from '../../store/comparison.ts'
import type { Facets } from '../../store/facets.ts'
import { MINUTE_NS } from '../../store/time-units.ts'
import { nsOfMs, type TimeRange } from '../../store/units.ts'
import type { ComparedTotal } from '../ui/table/list-total.tsx'
import { floorToInterval } from '../url/time-range.ts'

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
export function previousRange(range: TimeRange, nowMs: number): TimeRange | undefined {
  const previous = previousPeriod(range, nsOfMs(floorToInterval(nowMs)))
  return previous.from < previous.to ? previous : undefined
}

/** A range with its previous period, for counts by bucket. */
export function comparisonOfRange(range: TimeRange, nowMs: number) {
  return addPreviousPeriod(range, BUCKET_NS, nsOfMs(floorToInterval(nowMs)))
}

/** A range without what is still to come; all of it if it has not begun. */
export function endAtNow(range: TimeRange, nowMs: number): TimeRange {
  return endAt(range, nsOfMs(nowMs))
}

const BUCKET_NS = 5n * MINUTE_NS
