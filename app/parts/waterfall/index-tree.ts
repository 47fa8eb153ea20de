import { at, hasFlag, operationOf, type TraceTree } from '../../../trace/trace-tree.ts'
import { parseSpanRef, spanRef, type TraceView } from '../../url/trace-view.ts'

/** Finds the spans of a tree by what addresses, log records and exceptions call them. */
export interface TreeIndex {
  /** The reference of a span in addresses and rows, see {@link spanRef}. */
  refOf(index: number): string
  /**
   * The span with an id and service, `''` if none is named. Of several spans with the id, if none is of the service, it is the first.
   *
   * @returns `undefined` if there is none.
   */
  find(named: { readonly spanId: string; readonly service: string }): number | undefined
  /** The span of a reference, or the place of a missing one. */
  findRow(ref: string): number | undefined
}

export function indexTree(tree: TraceTree): TreeIndex {
  const first = new Map<string, number>()
  const shared = new Map<string, number[]>()
  const places = new Map<string, number>()
  for (let index = 0; index < tree.size; index++) {
    const id = tree.spanIds[index] ?? ''
    if (hasFlag(tree, index, 'missing')) places.set(id, index)
    else if (!first.has(id)) first.set(id, index)
    else shared.set(id, [...(shared.get(id) ?? []), index])
  }
  const find: TreeIndex['find'] = ({ spanId, service }) => {
    const index = first.get(spanId)
    if (index === undefined || operationOf(tree, index).service === service) return index
    return shared.get(spanId)?.find(other => operationOf(tree, other).service === service) ?? index
  }
  return {
    find,
    findRow: ref => find(parseSpanRef(ref)) ?? places.get(ref),
    refOf: index =>
      spanRef({
        spanId: tree.spanIds[index] ?? '',
        service: operationOf(tree, index).service,
        sharesId: hasFlag(tree, index, 'sharesId'),
      }),
  }
}

/** The view with its open span as its row names it; and that span, if it is in the tree. */
export function openInTree(
  index: TreeIndex,
  view: TraceView,
): { readonly view: TraceView; readonly open: number | undefined } {
  const open = view.span === undefined ? undefined : index.find(parseSpanRef(view.span))
  return { open, view: open === undefined ? view : { ...view, span: index.refOf(open) } }
}

/** Failed spans and spans with an exception, in tree order. */
export function listFailing(tree: TraceTree, thrown: ReadonlyMap<number, unknown>): number[] {
  const failing: number[] = []
  for (let index = 0; index < tree.size; index++) {
    if (hasFlag(tree, index, 'failed') || hasFlag(tree, index, 'exception') || thrown.has(index)) failing.push(index)
  }
  return failing
}

/** The start of a span, Unix nanoseconds. */
export const startNsOf = (tree: TraceTree, index: number): bigint => tree.startNs + BigInt(at(tree.starts, index))

/** Log records, exceptions and other things that name a span, by the span; -1 for those whose span is not in the tree. */
export function groupByIndex<Named extends { readonly spanId: string; readonly service: string }>(
  named: readonly Named[],
  index: TreeIndex,
): ReadonlyMap<number, readonly Named[]> {
  return Map.groupBy(named, of => index.find(of) ?? -1)
}
