import { divideIntoParts } from '../stored-parts.ts'
import { MINUTE_NS, SECOND_NS } from '../time-units.ts'
import type { Ns, TimeRange } from '../units.ts'

/** The pieces to read for the numbers of several windows. Each piece lies in a window as a whole, or not at all. */
export interface WindowParts {
  /** Starts of stored buckets by their minutes, Unix seconds. */
  readonly starts: ReadonlyMap<bigint, readonly bigint[]>
  /** Starts of the five minutes that a window begins or ends in, Unix seconds: they are read by minutes. */
  readonly divided: readonly bigint[]
}

const FIVE_NS = 5n * MINUTE_NS

/**
 * Divides windows at all of their ends, and the rest into the longest stored buckets.
 *
 * @param windows Whole minutes, in any order; they may overlap.
 * @param lengths Minutes of the stored buckets, longest first, as `REQUEST_BUCKETS`.
 */
export function divideWindows(windows: readonly TimeRange[], lengths: readonly bigint[]): WindowParts {
  const changes = new Map<Ns, number>()
  const change = (atNs: Ns, by: number) => changes.set(atNs, (changes.get(atNs) ?? 0) + by)
  for (const { from, to } of windows) {
    if (from >= to) continue
    change(from, 1)
    change(to, -1)
  }
  const ends = [...changes].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const starts = new Map<bigint, bigint[]>(lengths.map(minutes => [minutes, []]))
  const divided = new Set<bigint>()
  let open = 0
  ends.forEach(([from, by], at) => {
    open += by
    const to = ends[at + 1]?.[0]
    if (open === 0 || to === undefined) return
    const { buckets, rows } = divideIntoParts({ from, to }, lengths)
    for (const { minutes, from, to } of buckets) {
      for (let start = from; start < to; start += minutes * MINUTE_NS) starts.get(minutes)?.push(start / SECOND_NS)
    }
    for (const { from, to } of rows) {
      for (let start = from - (from % FIVE_NS); start < to; start += FIVE_NS) divided.add(start / SECOND_NS)
    }
  })
  return { starts, divided: [...divided] }
}
