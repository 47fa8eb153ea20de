import { readConvention } from '../schema/conventions.ts'
import type { Ns } from '../units.ts'

/** Database calls of one name and service below one span: mostly a query for each row of a list (N+1). */
export interface RepeatedQuery {
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
  readonly attributes: Readonly<Record<string, string>>
}

/** Fewer are as often written out as they come from a loop. */
export const MIN_REPEATED = 5
const MAX_GROUPS = 3

/**
 * Finds the groups of at least five database calls with the same parent, name and service.
 *
 * @param spans Oldest first.
 * @returns At most three, by the sum of their durations, greatest first.
 */
export function findRepeatedQueries(spans: readonly SiblingSpan[]): RepeatedQuery[] {
  const calls = spans.filter(span => span.parentSpanId !== '' && readConvention('dbSystem', span) !== '')
  const groups = Map.groupBy(calls, span => JSON.stringify([span.parentSpanId, span.service, span.name]))
  return [...groups.values()]
    .flatMap(of => {
      const [first] = of
      if (first === undefined || of.length < MIN_REPEATED) return []
      const { name, parentSpanId, spanId } = first
      const totalNs = of.reduce((sum, { durationNs }) => sum + durationNs, 0n)
      return [{ name, parentSpanId, count: of.length, totalNs, firstSpanId: spanId }]
    })
    .toSorted((a, b) => (a.totalNs > b.totalNs ? -1 : a.totalNs < b.totalNs ? 1 : 0))
    .slice(0, MAX_GROUPS)
}
