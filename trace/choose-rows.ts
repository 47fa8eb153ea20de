import { at, countSpans, endOf, hasFlag, subtreeEnds, type TraceTree } from './trace-tree.ts'

/** Which spans of a trace are looked at. A span that is left out leaves its children to its nearest ancestor that is not. */
export interface RowFilter {
  /** Spans of these services are left out. */
  readonly hiddenServices: ReadonlySet<string>
  /** Spans shorter than this are left out; nanoseconds. */
  readonly minDuration: number
  /** Only these spans and their ancestors; `undefined` for all. */
  readonly matches: ReadonlySet<number> | undefined
  /** Only this span and those below it; `undefined` for all. */
  readonly top: number | undefined
}

export const NO_FILTER: RowFilter = { hiddenServices: new Set(), minDuration: 0, matches: undefined, top: undefined }

/** Which rows the reader has folded. */
export interface Folding {
  /** Spans; or, if all are folded, those that are not. */
  readonly named: ReadonlySet<number>
  readonly isAllFolded: boolean
  /** First spans of repeated ones that are unfolded; or, if all are unfolded, of those that are not. */
  readonly namedRepeats: ReadonlySet<number>
  readonly areRepeatsUnfolded: boolean
  /** Spans that repeated ones do not hide. */
  readonly revealed: ReadonlySet<number>
}

export const NO_FOLDING: Folding = {
  named: new Set(),
  isAllFolded: false,
  namedRepeats: new Set(),
  areRepeatsUnfolded: false,
  revealed: new Set(),
}

/** A row of the waterfall. */
export interface TreeRow {
  readonly kind: 'span' | 'missing' | 'repeated'
  /** The span, the place of a missing one, or the first of repeated ones. */
  readonly index: number
  /** 0 for a root. */
  readonly depth: number
  readonly hasChildren: boolean
  /** The spans below, if they are folded, with those that were not read; and the failed ones among those that were. */
  readonly folded: { readonly spans: number; readonly failed: number } | undefined
  /** Repeated spans, oldest first. @default none */
  readonly members?: readonly number[]
  /** How many spans are repeated, how long they took together, and when the last ends, nanoseconds. */
  readonly repeated?: { readonly count: number; readonly sum: number; readonly end: number }
  /** True for repeated spans that are unfolded because one of them must be seen. */
  readonly isRevealed?: boolean
}

export interface ChosenRows {
  /** In reading order: a span before those below it. */
  readonly rows: readonly TreeRow[]
  /** How many spans the filter leaves out, with those that were not read below them. */
  readonly leftOut: number
}

/** Fewer are quickly read. */
const MIN_REPEATED = 5

/**
 * Lists the rows of a trace. Each span is in one row, counted in one that is folded, or left out; choose-rows.test.ts checks that the sum is
 * right for any tree, folding and filter.
 */
export function chooseRows(tree: TraceTree, filter: RowFilter = NO_FILTER, folding: Folding = NO_FOLDING): ChosenRows {
  const ends = subtreeEnds(tree)
  const kept = keepSpans(tree, ends, filter)
  const below = sumKept(tree, kept)
  const children = linkChildren(tree, kept)
  const rows: TreeRow[] = []
  const pending: { readonly index: number; readonly depth: number; readonly members?: readonly number[] }[] = []
  const open = (parent: number, depth: number) => {
    const list = children(parent)
    const groups = parent < 0 ? NO_GROUPS : groupRepeated(tree, list, ends, below)
    for (const index of list.toReversed()) {
      const members = groups.get(index)
      if (members === undefined) pending.push({ index, depth })
      else if (members[0] === index) pending.push({ index, depth, members })
    }
  }
  open(-1, 0)
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { index, depth, members } = next
    if (members !== undefined) {
      rows.push(...rowsOfRepeated(tree, members, depth, folding))
      continue
    }
    const end = at(ends, index)
    const hasChildren = at(below.spans, end) > at(below.spans, index + 1)
    const isFolded = hasChildren && folding.named.has(index) !== folding.isAllFolded
    const folded = isFolded
      ? {
          spans: at(below.spans, end) - at(below.spans, index + 1) + at(below.hidden, end) - at(below.hidden, index),
          failed: at(below.failed, end) - at(below.failed, index + 1),
        }
      : undefined
    const kind = hasFlag(tree, index, 'missing') ? 'missing' : 'span'
    rows.push({ kind, index, depth, hasChildren, folded })
    if (!isFolded) open(index, depth + 1)
  }
  const all = countSpans(tree) + tree.hidden.reduce((sum, of) => sum + of, 0)
  return { rows, leftOut: all - at(below.spans, tree.size) - at(below.hidden, tree.size) }
}

function rowsOfRepeated(tree: TraceTree, members: readonly number[], depth: number, folding: Folding): TreeRow[] {
  const [first = -1] = members
  const isRevealed = members.some(index => folding.revealed.has(index))
  const isFolded = !isRevealed && folding.namedRepeats.has(first) === folding.areRepeatsUnfolded
  const row: TreeRow = {
    kind: 'repeated',
    index: first,
    depth,
    hasChildren: true,
    folded: isFolded ? { spans: members.length, failed: 0 } : undefined,
    members,
    repeated: {
      count: members.length,
      sum: members.reduce((sum, index) => sum + at(tree.durations, index), 0),
      end: members.reduce((end, index) => Math.max(end, endOf(tree, index)), 0),
    },
    isRevealed,
  }
  if (isFolded) return [row]
  const each = members.map((index): TreeRow => {
    return { kind: 'span', index, depth: depth + 1, hasChildren: false, folded: undefined }
  })
  return [row, ...each]
}

function keepSpans(tree: TraceTree, ends: Int32Array, { hiddenServices, minDuration, matches, top }: RowFilter) {
  const kept = new Uint8Array(tree.size)
  const [from, to] = top === undefined ? [0, tree.size] : [top, at(ends, top)]
  const isHidden = tree.operations.map(({ service }) => hiddenServices.has(service))
  for (let index = from; index < to; index++) {
    if (hasFlag(tree, index, 'missing')) continue
    const hidden = isHidden[at(tree.operationAt, index)] === true || at(tree.durations, index) < minDuration
    // The span that was asked for is seen whatever the others are filtered by.
    kept[index] = hidden && index !== top ? 0 : 1
  }
  if (matches !== undefined) {
    const wanted = new Uint8Array(tree.size)
    for (const index of matches) if (index >= from && index < to) wanted[index] = 1
    for (let index = to - 1; index > from; index--) {
      const parent = at(tree.parents, index)
      if (wanted[index] === 1 && parent >= 0) wanted[parent] = 1
    }
    for (let index = from; index < to; index++) if (wanted[index] === 0 && index !== top) kept[index] = 0
  }
  // The place of a missing parent is seen if anything below it is.
  for (let index = to - 1; index > from; index--) {
    const parent = at(tree.parents, index)
    if (kept[index] === 1 && parent >= from && hasFlag(tree, parent, 'missing')) kept[parent] = 1
  }
  return kept
}

/** Sums over the spans before each index: kept ones, failed ones among them, and those that were not read below them. */
function sumKept(tree: TraceTree, kept: Uint8Array) {
  const spans = new Uint32Array(tree.size + 1)
  const failed = new Uint32Array(tree.size + 1)
  const hidden = new Uint32Array(tree.size + 1)
  for (let index = 0; index < tree.size; index++) {
    const counts = kept[index] === 1 && !hasFlag(tree, index, 'missing')
    spans[index + 1] = at(spans, index) + (counts ? 1 : 0)
    failed[index + 1] = at(failed, index) + (counts && hasFlag(tree, index, 'failed') ? 1 : 0)
    hidden[index + 1] = at(hidden, index) + (counts ? at(tree.hidden, index) : 0)
  }
  return { spans, failed, hidden }
}

/** The kept children of each kept span: those whose nearest kept ancestor it is. */
function linkChildren(tree: TraceTree, kept: Uint8Array): (parent: number) => readonly number[] {
  const above = new Int32Array(tree.size).fill(-1)
  const first = new Int32Array(tree.size + 1).fill(-1)
  const next = new Int32Array(tree.size).fill(-1)
  for (let index = 0; index < tree.size; index++) {
    const parent = at(tree.parents, index)
    if (parent >= 0) above[index] = kept[parent] === 1 ? parent : at(above, parent)
  }
  for (let index = tree.size - 1; index >= 0; index--) {
    if (kept[index] !== 1) continue
    const slot = at(above, index) + 1
    next[index] = at(first, slot)
    first[slot] = index
  }
  return parent => {
    const list: number[] = []
    for (let child = at(first, parent + 1); child >= 0; child = at(next, child)) list.push(child)
    return list
  }
}

/** The groups of at least five siblings that did the same, by each of their spans. None of them failed or has anything below it. */
function groupRepeated(
  tree: TraceTree,
  siblings: readonly number[],
  ends: Int32Array,
  below: { readonly spans: Uint32Array },
): ReadonlyMap<number, readonly number[]> {
  if (siblings.length < MIN_REPEATED) return NO_GROUPS
  const plain = siblings.filter(
    index =>
      at(tree.flags, index) === 0 &&
      at(tree.hidden, index) === 0 &&
      at(below.spans, at(ends, index)) === at(below.spans, index + 1),
  )
  const groups = [...Map.groupBy(plain, index => at(tree.operationAt, index)).values()]
  const repeated = groups.filter(({ length }) => length >= MIN_REPEATED)
  return new Map(repeated.flatMap(members => members.map(index => [index, members] as const)))
}

const NO_GROUPS: ReadonlyMap<number, readonly number[]> = new Map()
