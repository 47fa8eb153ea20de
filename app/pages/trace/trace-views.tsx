import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import type { SearchMistake } from '../../../search/search.ts'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { TreeRow } from '../../../trace/choose-rows.ts'
import { correctClockSkew, listMovedServices, shiftOf } from '../../../trace/clock-skew.ts'
import { findCriticalPath } from '../../../trace/critical-path.ts'
import type { SelfTimes } from '../../../trace/self-times.ts'
import { layoutTimeAxis, zoomAxis } from '../../../trace/time-axis.ts'
import { at, endOf, operationOf, subtreeEnds, type TraceTree } from '../../../trace/trace-tree.ts'
import { pluralize } from '../../format/count.ts'
import { listFailing, type TreeIndex } from '../../parts/waterfall/index-tree.ts'
import type { RowDetail } from '../../parts/waterfall/row-detail.ts'
import { rowsOfView, rowsPartOf } from '../../parts/waterfall/rows-of-view.ts'
import { Waterfall } from '../../parts/waterfall/waterfall.tsx'
import { type TraceView, writeTraceView } from '../../url/trace-view.ts'
import { lazyPart } from './lazy-part.tsx'
import { Minimap } from './minimap.tsx'
import { sentRows } from './sent-rows.ts'
import { SpanSteps } from './span-steps.tsx'
import { TraceTools } from './trace-tools.tsx'
import { useZoom } from './use-zoom.ts'
import { viewOfSpan } from './view-of-span.ts'
import { type TypicalDurations, WhereTimeWent } from './where-time-went.tsx'

const TotalsTable = lazyPart('The table', async () => (await import('./totals-table.tsx')).TotalsTable)
const FlameGraph = lazyPart('The flame graph', async () => (await import('./flame-graph.tsx')).FlameGraph)
const TraceMap = lazyPart('The map of services', async () => (await import('./trace-map.tsx')).TraceMap)

export interface TraceViewsProps {
  readonly tree: TraceTree
  readonly index: TreeIndex
  /** True if all spans of the trace are in the tree. */
  readonly isWhole: boolean
  readonly view: TraceView
  /** The open span. */
  readonly open: number | undefined
  readonly services: readonly { readonly service: string }[]
  /** The search within the trace; `undefined` where there is none. */
  readonly search?: {
    readonly mistakes: readonly SearchMistake[]
    /** The spans that it finds, in the order of the tree; `undefined` if nothing is searched. */
    readonly matches: readonly number[] | undefined
    /** How many it finds. */
    readonly found: number | undefined
  }
  /** By span. */
  readonly exceptions: ReadonlyMap<number, readonly ExceptionSummary[]>
  readonly details: ReadonlyMap<string, RowDetail>
  /** Self times, if the view needs them. */
  readonly selfTimes: SelfTimes | undefined
  /** The usual durations of the operations in the first line. @default unknown */
  readonly typical?: TypicalDurations
  /** Told which rows are drawn. */
  readonly onDrawn?: (rows: readonly TreeRow[]) => void
  /** Above the rows. */
  readonly note?: ReactNode
  /** Draws the log records of the trace; without it, they are none of the views. */
  readonly logs?: ReactNode
}

/** The spans of a trace, as a waterfall, a table, a flame graph or a map of services, with what narrows them; and its log records. */
export function TraceViews(props: TraceViewsProps) {
  const { tree, index, isWhole, view, open, services, search, exceptions, details, selfTimes, onDrawn, note, logs } =
    props
  const matches = search?.matches
  const matched = useMemo(() => matches && new Set(matches), [matches])
  // Zooming and the like leave the rows as they are.
  const rowsKey = writeTraceView(rowsPartOf(view))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all of the view that counts
  const { rows, leftOut } = useMemo(() => rowsOfView(tree, index, view, matched), [tree, index, matched, rowsKey])
  const shown = useMemo(() => new Set(rows.flatMap(({ kind, index: of }) => (kind === 'span' ? [of] : []))), [rows])
  const failing = useMemo(() => listFailing(tree, exceptions), [tree, exceptions])
  const area = useRef<HTMLDivElement>(null)
  const { whole, shifts, moved } = useWholeAxis(tree, index, view)
  const { zoom, onKeyDown } = useZoom(whole, view, area)
  const axis = useMemo(() => (zoom === undefined ? whole : zoomAxis(whole, zoom)), [whole, zoom])
  const sections = useMemo(() => (isWhole ? findCriticalPath(tree) : undefined), [tree, isWhole])
  const path = useMemo(() => sections && Map.groupBy(sections, section => section.index), [sections])
  const addressOf = useCallback(
    (of: number) => viewOfSpan({ tree, index, view, span: of, isShown: shown.has(of) }),
    [tree, index, view, shown],
  )
  const stepsOf = (kind: 'matching' | 'failed', spans: readonly number[]) =>
    spans.length > 0 && <SpanSteps kind={kind} spans={spans} open={open} addressOf={addressOf} />
  const contents = useMemo(
    () => ({ tree, index, axis, shifts, path, view, page: '', exceptions, details, matches: matched ?? NONE }),
    [tree, index, axis, shifts, path, view, exceptions, details, matched],
  )
  const missing = rows.filter(({ kind }) => kind === 'missing').length
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the tree within
    <div ref={area} onKeyDown={onKeyDown}>
      {sections && <WhereTimeWent tree={tree} path={sections} typical={props.typical} addressOf={addressOf} />}
      <TraceTools
        {...{ view, services, leftOut, moved }}
        {...(search && { search: { mistakes: search.mistakes, found: search.found } })}
        hasLogs={logs !== undefined}
        topName={view.top === undefined ? undefined : nameOfTop(tree, index, view)}
      />
      {note}
      {missing > 0 && (
        <p className="notice warn-notice">
          {pluralize(missing, 'parent span')} missing: {!isWhole && 'omitted, '}dropped, expired, in transit or never
          sent to Errata.
        </p>
      )}
      {view.tab === 'table' && selfTimes && <TotalsTable {...{ tree, selfTimes, view, addressOf }} />}
      {view.tab === 'flame' && selfTimes && <FlameGraph {...{ tree, selfTimes, addressOf }} />}
      {view.tab === 'services' && selfTimes && <TraceMap {...{ tree, selfTimes, view, addressOf }} />}
      {view.tab === 'logs' && logs}
      {view.tab === undefined && (
        <>
          <Minimap tree={tree} axis={whole} rows={rows} shifts={shifts} view={view} zoom={zoom} />
          <Waterfall
            contents={contents}
            rows={rows}
            since={sinceOf(tree, index, view, open)}
            sent={sentRows(rows, open, view.rowsPage)}
            onDrawn={onDrawn}
            head={
              <>
                {stepsOf('matching', matches ?? [])}
                {stepsOf('failed', failing)}
              </>
            }
          />
        </>
      )}
    </div>
  )
}

const NONE: ReadonlySet<number> = new Set()

const nameOfTop = (tree: TraceTree, index: TreeIndex, { top = '' }: TraceView) => {
  const found = index.findRow(top)
  return found === undefined ? undefined : operationOf(tree, found).name
}

/** The time axis of all rows, and by how much their bars are moved. */
function useWholeAxis(tree: TraceTree, index: TreeIndex, { top, isSentTime }: TraceView) {
  const found = useMemo(() => correctClockSkew(tree), [tree])
  const moved = useMemo(() => (found === undefined ? [] : listMovedServices(tree, found)), [tree, found])
  const shifts = isSentTime ? undefined : found
  const all = useMemo(() => layoutTimeAxis(tree, shifts), [tree, shifts])
  const topIndex = top === undefined ? undefined : index.findRow(top)
  const whole = useMemo(
    () => (topIndex === undefined ? all : zoomAxis(all, extentOf(tree, topIndex, shifts))),
    [all, tree, topIndex, shifts],
  )
  return { whole, shifts, moved }
}

/** When a span and what is below it begin and end. */
function extentOf(tree: TraceTree, top: number, shifts: Float64Array | undefined) {
  const last = at(subtreeEnds(tree), top)
  let [from, to] = [Number.POSITIVE_INFINITY, 0]
  for (let of = top; of < last; of++) {
    const shift = shiftOf(shifts, of)
    from = Math.min(from, at(tree.starts, of) + shift)
    to = Math.max(to, endOf(tree, of) + shift)
  }
  return { from, to }
}

function sinceOf(tree: TraceTree, index: TreeIndex, { top, isSinceSpan }: TraceView, open: number | undefined): number {
  const of = isSinceSpan && open !== undefined ? open : top === undefined ? undefined : index.findRow(top)
  return of === undefined ? 0 : at(tree.starts, of)
}
