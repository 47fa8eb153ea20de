import { compare } from './compare.ts'
import type { SelfTimes } from './self-times.ts'
import { at, hasFlag, operationKey, type TraceTree } from './trace-tree.ts'

/** What the spans of a service or of an operation add up to. Times are nanoseconds. */
export interface Totals {
  readonly service: string
  /** '' if they are those of a service. */
  readonly name: string
  readonly count: number
  readonly failed: number
  readonly sum: number
  /** Self times within the service, see {@link SelfTimes}. */
  readonly self: number
  /** Self times over all services; they add up to the time in which something ran, if nothing ran at the same time. */
  readonly selfOverAll: number
  /** The duration that 95 % do not exceed, by nearest rank. */
  readonly p95: number
  readonly max: number
  /** The span that took longest. */
  readonly longest: number
}

/**
 * Adds up the spans of each operation, or of each service.
 *
 * @returns By self time over all services, greatest first; then by name.
 */
export function totalSpans(tree: TraceTree, selfTimes: SelfTimes, by: 'operation' | 'service'): Totals[] {
  const groups = new Map<string, { service: string; name: string; spans: number[] }>()
  const groupOf = tree.operations.map(({ service, name }) => {
    const key = by === 'service' ? service : operationKey({ service, name })
    const group = groups.get(key) ?? { service, name: by === 'service' ? '' : name, spans: [] }
    groups.set(key, group)
    return group
  })
  for (let index = 0; index < tree.size; index++) {
    if (!hasFlag(tree, index, 'missing')) groupOf[at(tree.operationAt, index)]?.spans.push(index)
  }
  return [...groups.values()]
    .filter(({ spans }) => spans.length > 0)
    .map(({ service, name, spans }) => {
      const byDuration = spans.toSorted((a, b) => at(tree.durations, a) - at(tree.durations, b) || b - a)
      const sumOf = (column: Float64Array) => spans.reduce((sum, index) => sum + at(column, index), 0)
      return {
        service,
        name,
        count: spans.length,
        failed: spans.filter(index => hasFlag(tree, index, 'failed')).length,
        sum: sumOf(tree.durations),
        self: sumOf(selfTimes.inService),
        selfOverAll: sumOf(selfTimes.overAll),
        p95: at(tree.durations, byDuration[Math.ceil(spans.length * 0.95) - 1] ?? -1),
        max: at(tree.durations, byDuration.at(-1) ?? -1),
        longest: byDuration.at(-1) ?? -1,
      }
    })
    .toSorted((a, b) => b.selfOverAll - a.selfOverAll || compare(a.service, b.service) || compare(a.name, b.name))
}
