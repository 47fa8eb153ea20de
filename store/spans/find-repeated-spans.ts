import type { Ns } from '../units.ts'

/** Siblings of one name and service: mostly a query or request for each row of a list (N+1). */
export interface RepeatedSpans {
  readonly name: string
  readonly parentSpanId: string
  readonly count: number
  /** Sum of their durations. */
  readonly totalNs: Ns
  /** The one that starts first. */
  readonly firstSpanId: string
}

interface SiblingSpan {
  readonly spanId: string
  /** '' for a root. */
  readonly parentSpanId: string
  readonly service: string
  readonly name: string
  readonly durationNs: Ns
}

/** Fewer are as often written out as they come from a loop. */
const MIN_COUNT = 5
const MAX_GROUPS = 3

/**
 * Finds the groups of at least five siblings with the same name and service.
 *
 * @param spans Oldest first.
 * @returns At most three, by the sum of their durations, greatest first.
 */
export function findRepeatedSpans(spans: readonly SiblingSpan[]): RepeatedSpans[] {
  const children = spans.filter(({ parentSpanId }) => parentSpanId !== '')
  const groups = Map.groupBy(children, span => JSON.stringify([span.parentSpanId, span.service, span.name]))
  return [...groups.values()]
    .flatMap(of => {
      const [first] = of
      if (first === undefined || of.length < MIN_COUNT) return []
      const { name, parentSpanId, spanId } = first
      const totalNs = of.reduce((sum, { durationNs }) => sum + durationNs, 0n)
      return [{ name, parentSpanId, count: of.length, totalNs, firstSpanId: spanId }]
    })
    .toSorted((a, b) => (a.totalNs > b.totalNs ? -1 : a.totalNs < b.totalNs ? 1 : 0))
    .slice(0, MAX_GROUPS)
}
