import type { TreeRow } from '../../../trace/choose-rows.ts'
import { hasFlag, operationOf, type TraceTree } from '../../../trace/trace-tree.ts'
import { MAX_NAME_CHARS } from '../../../trace/write-skeleton.ts'
import { indexTree, openInTree } from '../../parts/waterfall/index-tree.ts'
import { rowsOfView } from '../../parts/waterfall/rows-of-view.ts'
import type { RowWindow } from '../../parts/waterfall/use-row-window.ts'
import { ROWS_A_PAGE } from '../../parts/waterfall/waterfall.tsx'
import type { TraceView } from '../../url/trace-view.ts'

interface NamedSpan {
  readonly spanId: string
  readonly service: string
}

/** The rows that the server sends: those with the open span, or those that a reader without scripts asked for. */
export function sentRows(rows: readonly TreeRow[], open: number | undefined, rowsPage: number | undefined): RowWindow {
  const opened = open === undefined ? -1 : rows.findIndex(({ kind, index }) => kind === 'span' && index === open)
  const page = rowsPage ?? Math.floor(Math.max(0, opened) / ROWS_A_PAGE) + 1
  const from = Math.min((page - 1) * ROWS_A_PAGE, Math.floor(Math.max(0, rows.length - 1) / ROWS_A_PAGE) * ROWS_A_PAGE)
  return { from, to: Math.min(rows.length, from + ROWS_A_PAGE) }
}

/** Rows that say more than the tree knows: failed ones say why, and long or rare names are not in the tree. */
export function needsDetail(tree: TraceTree, { kind, index }: TreeRow): boolean {
  const { name } = operationOf(tree, index)
  return kind !== 'missing' && (hasFlag(tree, index, 'failed') || name === '' || name.length >= MAX_NAME_CHARS)
}

/** The references of spans in the rows that the server sends, if they need more than the tree has. */
export function refsInSentRows(
  tree: TraceTree,
  asked: TraceView,
  matching: readonly NamedSpan[] | undefined,
): string[] {
  const index = indexTree(tree)
  const { view, open } = openInTree(index, asked)
  const matches = matching && new Set(matching.flatMap(of => index.find(of) ?? []))
  const { rows } = rowsOfView(tree, index, view, matches)
  const { from, to } = sentRows(rows, open, view.rowsPage)
  return rows
    .slice(from, to)
    .filter(row => needsDetail(tree, row))
    .map(row => index.refOf(row.index))
}
