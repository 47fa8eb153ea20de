import { type ChosenRows, chooseRows, type TreeRow } from '../../../trace/choose-rows.ts'
import type { TraceTree } from '../../../trace/trace-tree.ts'
import { type TraceView, writeTraceView } from '../../url/trace-view.ts'
import type { TreeIndex } from './index-tree.ts'

const NS_PER_MS = 1_000_000

/** The part of a view that decides which rows there are. */
export const rowsPartOf = ({
  span,
  folded,
  isAllFolded,
  areRepeatsUnfolded,
  hiddenServices,
  minMs,
  isOnlyMatches,
  top,
}: TraceView) => ({ span, folded, isAllFolded, areRepeatsUnfolded, hiddenServices, minMs, isOnlyMatches, top })

/**
 * The rows of a trace as a view folds and filters them. Repeated spans have one row, unless the open span or one that matches is among them.
 *
 * @param matching spans that the search finds; `undefined` without a search
 */
export function rowsOfView(
  tree: TraceTree,
  index: TreeIndex,
  view: Pick<TraceView, keyof ReturnType<typeof rowsPartOf>>,
  matching: ReadonlySet<number> | undefined,
): ChosenRows {
  const indexesOf = (refs: Iterable<string>) => new Set([...refs].flatMap(ref => index.findRow(ref) ?? []))
  const folded = [...view.folded]
  const open = view.span === undefined ? undefined : index.findRow(view.span)
  return chooseRows(
    tree,
    {
      hiddenServices: new Set(view.hiddenServices),
      minDuration: (view.minMs ?? 0) * NS_PER_MS,
      matches: view.isOnlyMatches ? matching : undefined,
      top: view.top === undefined ? undefined : index.findRow(view.top),
    },
    {
      named: indexesOf(folded.filter(ref => !ref.startsWith('-'))),
      isAllFolded: view.isAllFolded === true,
      areRepeatsUnfolded: view.areRepeatsUnfolded === true,
      namedRepeats: indexesOf(folded.filter(ref => ref.startsWith('-')).map(ref => ref.slice(1))),
      revealed: open === undefined ? (matching ?? new Set()) : new Set([...(matching ?? []), open]),
    },
  )
}

/** The reference by which a row is folded, and known in the page: that of its span, after `-` for repeated ones. */
export const rowRef = (index: TreeIndex, row: TreeRow) => (row.kind === 'repeated' ? '-' : '') + index.refOf(row.index)

/** The address of the view with a row folded or unfolded. What repeated spans were unfolded for has to end before they can be folded. */
export function foldAddress(index: TreeIndex, row: TreeRow, view: TraceView): string {
  if (row.isRevealed) return writeTraceView({ ...view, span: undefined, search: '' })
  const folded = new Set(view.folded)
  const ref = rowRef(index, row)
  if (!folded.delete(ref)) folded.add(ref)
  return writeTraceView({ ...view, folded })
}
