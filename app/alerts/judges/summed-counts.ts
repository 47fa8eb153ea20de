import type { RequestCounts } from '../../../store/alerts/list-request-counts.ts'
import { SECOND_NS } from '../../../store/time-units.ts'
import type { TimeRange } from '../../../store/units.ts'

/** Counts with what was before each of them, so that a window is a difference. */
export interface SummedCounts extends Omit<RequestCounts, 'requests' | 'failed'> {
  /** One more than starts. */
  readonly requests: readonly number[]
  readonly failed: readonly number[]
}

export function sumUp(counts: RequestCounts): SummedCounts {
  const total = (numbers: readonly number[]) => {
    let sum = 0
    return [0, ...numbers.map(number => (sum += number))]
  }
  return { ...counts, requests: total(counts.requests), failed: total(counts.failed) }
}

/** The first position with such a start, or a later one. */
function positionOf(starts: readonly number[], startS: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) < startS) low = middle + 1
    else high = middle
  }
  return low
}

/** Transactions in some windows, which were asked for. */
export function countIn({ starts, requests, failed }: SummedCounts, windows: readonly TimeRange[]) {
  let counted = { requests: 0, failed: 0 }
  for (const { from, to } of windows) {
    const [first, end] = [positionOf(starts, Number(from / SECOND_NS)), positionOf(starts, Number(to / SECOND_NS))]
    counted = {
      requests: counted.requests + (requests[end] ?? 0) - (requests[first] ?? 0),
      failed: counted.failed + (failed[end] ?? 0) - (failed[first] ?? 0),
    }
  }
  return counted
}
