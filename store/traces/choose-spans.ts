import { findParent } from '../../trace/find-parent.ts'
import { indexById } from '../../trace/index-by-id.ts'
import { at } from '../../trace/trace-tree.ts'
import type { SpanParent } from './list-span-parents.ts'

/** The spans of a trace by their numbers, each once: as much as is needed to choose some of them. */
export interface SpanFamily {
  readonly size: number
  /** The number of the parent; -1 for a span without one that is stored. */
  readonly parents: Int32Array
  /** 1 for a failed span. */
  readonly failed: Uint8Array
  /** The span that names the trace; -1 without spans. */
  readonly root: number
  /** Less than 0 if the first is older. No two spans are equal. */
  readonly compare: (a: number, b: number) => number
}

interface Choice {
  /** At least 2. */
  readonly limit: number
  /** The wanted spans. */
  readonly wanted: readonly number[]
  /** At most so many are chosen for failures. @default half of the limit */
  readonly mostFailed?: number | undefined
}

/**
 * Chooses which spans of a large trace to read, so that the result is connected, in this order:
 *   1. the root and the wanted spans, with their ancestors
 *   2. failed spans, oldest first and each with its ancestors, up to half of the limit or as asked
 *   3. descendants of the wanted spans, up to a quarter of the limit
 *   4. the spans nearest the roots, level by level
 * If a wanted span is deeper than the limit, its nearest ancestors are chosen. choose-spans.test.ts checks all of this for any trace.
 *
 * @returns `chosen`: at most `limit` numbers, the root first; `hiddenBelow`: how many of the omitted spans lie below each chosen one. Those without a chosen ancestor lie
 * below none.
 */
export function chooseFromFamily(family: SpanFamily, { limit, wanted, mostFailed = Math.floor(limit / 2) }: Choice) {
  const { size, parents, failed, root, compare } = family
  const chosen: number[] = []
  const isChosen = new Uint8Array(size)
  const childrenOf = linkChildren(family)

  const take = (span: number) => {
    if (isChosen[span] === 1) return
    isChosen[span] = 1
    chosen.push(span)
  }
  const takeAll = (line: Iterable<number>) => {
    for (const span of line) take(span)
  }
  /** The span and its ancestors, nearest first, up to one that is already chosen. */
  const lineOf = (span: number, atMost: number): Set<number> => {
    const line = new Set<number>()
    for (let here = span; here >= 0 && line.size < atMost; here = at(parents, here)) {
      if (isChosen[here] === 1 || line.has(here)) break
      line.add(here)
    }
    return line
  }
  /** Level by level; only children of chosen spans. */
  const takeBelow = (roots: readonly number[], atMost: number) => {
    const end = Math.min(limit, chosen.length + atMost)
    const seen = new Uint8Array(size)
    for (let level = roots; level.length > 0 && chosen.length < end; ) {
      for (const span of level) if (chosen.length < end) take(span)
      const next: number[] = []
      for (const span of level) {
        if (isChosen[span] !== 1 || seen[span] === 1) continue
        seen[span] = 1
        for (const child of childrenOf(span)) next.push(child)
      }
      level = next
    }
  }

  if (root >= 0) take(root)
  for (const span of wanted) takeAll(lineOf(span, limit - chosen.length))
  if (root >= 0) takeAll(lineOf(at(parents, root), limit - chosen.length))

  const endOfFailed = Math.min(limit, chosen.length + mostFailed)
  // Those too deep for the remaining space are skipped, but only a bounded number, because each costs a walk.
  for (const span of listWhere(size, span => failed[span] === 1)
    .sort(compare)
    .slice(0, limit)) {
    const room = endOfFailed - chosen.length
    const line = lineOf(span, room + 1)
    if (line.size <= room) takeAll(line)
  }
  takeBelow(wanted, Math.floor(limit / 4))
  takeBelow(childrenOf(-1), limit)
  // The remaining spans belong to cycles of parents.
  if (chosen.length < Math.min(limit, size))
    takeBelow(listWhere(size, span => isChosen[span] === 0).sort(compare), limit)
  return { chosen, hiddenBelow: countHidden(isChosen, parents) }
}

/** Those of spans as objects. */
export interface ChosenSpans<Node> {
  /** At most `limit`. */
  readonly chosen: ReadonlySet<Node>
  /** See {@link chooseFromFamily}. */
  readonly hiddenBelow: ReadonlyMap<Node, number>
}

interface NodeChoice<Node> extends Omit<Choice, 'wanted'> {
  readonly spanId?: string | undefined
  /** @default the oldest of those with the least rank */
  readonly root?: Node | undefined
}

/**
 * As {@link chooseFromFamily}.
 *
 * @param nodes every span once, oldest first
 * @param options.spanId the id of the wanted spans
 */
export function chooseSpans<Node extends SpanParent>(
  nodes: readonly Node[],
  { limit, spanId, mostFailed, root = findRoot(nodes) }: NodeChoice<Node>,
): ChosenSpans<Node> {
  const numbers = new Map(nodes.map((node, number) => [node, number]))
  const byId = indexById(nodes)
  const { chosen, hiddenBelow } = chooseFromFamily(
    {
      size: nodes.length,
      parents: Int32Array.from(nodes, node => {
        const parent = findParent(node, byId)
        return parent === undefined ? -1 : (numbers.get(parent) ?? -1)
      }),
      failed: Uint8Array.from(nodes, ({ failed }) => Number(failed)),
      root: (root && numbers.get(root)) ?? -1,
      compare: (a, b) => a - b,
    },
    {
      limit,
      mostFailed,
      wanted: listWhere(nodes.length, number => nodes[number]?.spanId === spanId),
    },
  )
  const nodesOf = (list: readonly number[]) => list.flatMap(number => nodes[number] ?? [])
  const withHidden = nodesOf(listWhere(nodes.length, number => at(hiddenBelow, number) > 0))
  return {
    chosen: new Set(nodesOf(chosen)),
    hiddenBelow: new Map(withHidden.map(node => [node, at(hiddenBelow, numbers.get(node) ?? -1)])),
  }
}

/** The children of each span, oldest first; those of -1 have no parent that is stored. */
function linkChildren({ size, parents, compare }: SpanFamily): (span: number) => number[] {
  // Each span leads to the next child of its parent: a list for each of a hundred thousand spans would take longer than all the rest.
  const firstChild = new Int32Array(size + 1).fill(-1)
  const nextChild = new Int32Array(size)
  for (let span = size - 1; span >= 0; span--) {
    const parent = at(parents, span) + 1
    nextChild[span] = at(firstChild, parent)
    firstChild[parent] = span
  }
  return span => {
    const children: number[] = []
    for (let child = at(firstChild, span + 1); child >= 0; child = at(nextChild, child)) children.push(child)
    return children.sort(compare)
  }
}

function countHidden(isChosen: Uint8Array, parents: Int32Array): Uint32Array {
  const UNKNOWN = -2
  const shownAbove = new Int32Array(parents.length).fill(UNKNOWN)
  const hidden = new Uint32Array(parents.length)
  for (let span = 0; span < parents.length; span++) {
    if (isChosen[span] === 1) continue
    const path: number[] = []
    let here = span
    while (here >= 0 && isChosen[here] === 0 && shownAbove[here] === UNKNOWN) {
      // Set before the result is known, to end a cycle of parents.
      shownAbove[here] = -1
      path.push(here)
      here = at(parents, here)
    }
    const above = here < 0 || isChosen[here] === 1 ? here : at(shownAbove, here)
    for (const step of path) shownAbove[step] = above
    if (above >= 0) hidden[above] = at(hidden, above) + 1
  }
  return hidden
}

/** The first of those with the least rank; `undefined` without spans. */
export function findRoot<Node extends SpanParent>(nodes: readonly Node[]): Node | undefined {
  let [root] = nodes
  for (const node of nodes) if (root !== undefined && rankAsRoot(node) < rankAsRoot(root)) root = node
  return root
}

function listWhere(size: number, holds: (number: number) => boolean): number[] {
  const numbers: number[] = []
  for (let number = 0; number < size; number++) if (holds(number)) numbers.push(number)
  return numbers
}

/**
 * How suitable a span is as the root of its trace, 0 for the best. The view trace_parts_of_spans ranks the same way, so that lists and a
 * trace's page agree on its name; get-trace.test.ts checks that. Browser spans rank behind server spans, so that a forged span cannot name
 * a trace.
 */
export function rankAsRoot(span: {
  readonly parentSpanId: string
  readonly isLocalRoot: boolean
  readonly isBrowser: boolean
}): number {
  if (span.parentSpanId === '') return span.isBrowser ? 1 : 0
  if (span.isLocalRoot) return span.isBrowser ? 3 : 2
  return 4
}
