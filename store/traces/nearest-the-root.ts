import type { SpanParent } from './list-span-parents.ts'

/**
 * Picks span ids breadth first from the roots (spans whose parent is none of these), in the given order within a level.
 * Parents come before their children, so what is picked hangs together. Ids that occur twice are picked once; a circle of
 * parents, which no root leads to, comes last.
 *
 * @returns At most `limit` ids.
 */
export function nearestTheRoot(nodes: readonly SpanParent[], limit: number): string[] {
  const children = Map.groupBy(nodes, node => node.parentSpanId)
  const known = new Set(nodes.map(node => node.spanId))
  const picked = new Set<string>()
  const pickFrom = (roots: readonly SpanParent[]) => {
    for (let level = roots; level.length > 0 && picked.size < limit; ) {
      const fresh = level.filter(({ spanId }) => !picked.has(spanId)).slice(0, limit - picked.size)
      for (const { spanId } of fresh) picked.add(spanId)
      level = fresh.flatMap(({ spanId }) => children.get(spanId) ?? [])
    }
  }
  pickFrom(nodes.filter(node => !known.has(node.parentSpanId)))
  pickFrom(nodes.filter(node => !picked.has(node.spanId)))
  return [...picked]
}
