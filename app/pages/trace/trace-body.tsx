import { useCallback, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { SearchMistake } from '../../../search/search.ts'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import type { TraceLog } from '../../../store/traces/list-trace-logs.ts'
import { correctClockSkew, listMovedServices } from '../../../trace/clock-skew.ts'
import { findCriticalPath } from '../../../trace/critical-path.ts'
import { measureSelfTimes } from '../../../trace/self-times.ts'
import { layoutTimeAxis, zoomAxis } from '../../../trace/time-axis.ts'
import { at, countSpans, endOf, subtreeEnds, type TraceTree } from '../../../trace/trace-tree.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { groupByIndex, indexTree, listFailing, type TreeIndex } from '../../parts/waterfall/index-tree.ts'
import type { RowDetail } from '../../parts/waterfall/row-detail.ts'
import { rowsOfView } from '../../parts/waterfall/rows-of-view.ts'
import { Waterfall } from '../../parts/waterfall/waterfall.tsx'
import { parseSpanRef, readTraceView, type TraceView, writeTraceView } from '../../url/trace-view.ts'
import { FlameGraph } from './flame-graph.tsx'
import { Minimap } from './minimap.tsx'
import { openInTree, sentRows } from './sent-rows.ts'
import type { TraceLinksResult } from './span-links.tsx'
import { SpanPanel } from './span-panel.tsx'
import { SpanSteps } from './span-steps.tsx'
import { TotalsTable } from './totals-table.tsx'
import { TraceTools } from './trace-tools.tsx'
import { useFullTree } from './use-full-tree.ts'
import { useRowDetails } from './use-row-details.ts'
import { useZoom } from './use-zoom.ts'
import { viewOfSpan } from './view-of-span.ts'
import { WhereTimeWent } from './where-time-went.tsx'

interface TraceBodyData {
  readonly traceId: string
  readonly trace: Omit<Trace, 'spans'>
  /** How many spans the page was made of. */
  readonly readSpans: number
  /** The tree of these, as base64. */
  readonly skeleton: string
  readonly details: readonly (readonly [ref: string, detail: RowDetail])[]
  /** Those that the search finds; `undefined` without a search. */
  readonly matching: readonly string[] | undefined
  readonly mistakes: readonly SearchMistake[]
  /** The span that was open when the page was loaded. */
  readonly open: Span | undefined
  /** The span that was to be open, see {@link spanRef}. */
  readonly asked: string | undefined
  readonly openLinks: TraceLinksResult | Promise<TraceLinksResult>
  readonly exceptions: readonly ExceptionSummary[]
  /** The first frames of each exception, by its id. */
  readonly frames: ReadonlyMap<string, readonly string[]>
  readonly logs: readonly TraceLog[]
}

/** The spans of a trace, with the details of one. */
export function TraceBody({ data }: { readonly data: TraceBodyData }) {
  const { traceId, trace, readSpans, skeleton, exceptions, frames, logs, mistakes } = data
  const [params] = useSearchParams()
  const wanted = useMemo(() => readTraceView(params), [params])
  const loaded = useFullTree({ traceId, skeleton, isWhole: trace.totalSpans <= readSpans })
  const { tree } = loaded
  const index = useMemo(() => indexTree(tree), [tree])
  const { view, open } = useMemo(() => openInTree(index, wanted), [index, wanted])
  const { matching } = data
  const matches = useMemo(
    () => matching && sorted(matching.flatMap(ref => index.find(parseSpanRef(ref)) ?? [])),
    [matching, index],
  )
  const matched = useMemo(() => matches && new Set(matches), [matches])
  // Zooming and the like leave the rows as they are.
  const rowsKey = writeTraceView(rowsPartOf(view))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all of the view that counts
  const { rows, leftOut } = useMemo(() => rowsOfView(tree, index, view, matched), [tree, index, matched, rowsKey])
  const shown = useMemo(() => new Set(rows.flatMap(({ kind, index: of }) => (kind === 'span' ? [of] : []))), [rows])
  const thrown = useMemo(() => groupByIndex(exceptions, index), [exceptions, index])
  const failing = useMemo(() => listFailing(tree, thrown), [tree, thrown])
  const { details, onDrawn } = useRowDetails({ traceId, tree, index, sent: data.details })
  const area = useRef<HTMLDivElement>(null)
  const { whole, shifts, moved } = useWholeAxis(tree, index, view)
  const { zoom, onKeyDown } = useZoom(whole, view, area)
  const axis = useMemo(() => (zoom === undefined ? whole : zoomAxis(whole, zoom)), [whole, zoom])
  const isWhole = trace.totalSpans <= countSpans(tree)
  const sections = useMemo(() => (isWhole ? findCriticalPath(tree) : undefined), [tree, isWhole])
  const path = useMemo(() => sections && Map.groupBy(sections, section => section.index), [sections])
  const needsSelfTimes = view.tab !== undefined || view.span !== undefined
  const selfTimes = useMemo(() => (needsSelfTimes ? measureSelfTimes(tree) : undefined), [tree, needsSelfTimes])
  const addressOf = useCallback(
    (of: number) => viewOfSpan({ tree, index, view, span: of, isShown: shown.has(of) }),
    [tree, index, view, shown],
  )
  const stepsOf = (kind: 'matching' | 'failed', spans: readonly number[]) =>
    spans.length > 0 && <SpanSteps kind={kind} spans={spans} open={open} addressOf={addressOf} />
  const contents = useMemo(
    () => ({ tree, index, axis, shifts, path, view, page: '', exceptions: thrown, details, matches: matched ?? NONE }),
    [tree, index, axis, shifts, path, view, thrown, details, matched],
  )
  const missing = rows.filter(({ kind }) => kind === 'missing').length
  const isAbsent = open === undefined && data.open === undefined && wanted.span === data.asked
  const isOpen = view.span !== undefined && (open !== undefined || isAbsent || !loaded.isLoading)
  return (
    <div className={isOpen ? 'trace-body with-details' : 'trace-body'}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the tree within */}
      <div ref={area} onKeyDown={onKeyDown}>
        {sections && <WhereTimeWent tree={tree} path={sections} addressOf={addressOf} />}
        <TraceTools
          view={view}
          services={trace.services}
          mistakes={mistakes}
          found={matching?.length}
          leftOut={leftOut}
          topName={view.top === undefined ? undefined : nameOfTop(tree, index, view)}
          moved={moved}
        />
        <PartNote trace={trace} tree={tree} loaded={loaded} />
        {missing > 0 && (
          <p className="notice warn-notice">
            {pluralize(missing, 'parent span')} missing: {!isWhole && 'omitted, '}dropped, expired, in transit or never
            sent to Errata.
          </p>
        )}
        {view.tab === 'table' && selfTimes && <TotalsTable {...{ tree, selfTimes, view, addressOf }} />}
        {view.tab === 'flame' && selfTimes && <FlameGraph {...{ tree, selfTimes, addressOf }} />}
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
      {isOpen && view.span !== undefined && (
        <SpanPanel
          key={view.span}
          {...{
            traceId,
            spanRef: view.span,
            trace,
            tree,
            index,
            selfTimes,
            exceptions,
            frames,
            logs,
            view,
            isWhole,
            isAbsent,
          }}
          loaded={data.open}
          loadedLinks={data.openLinks}
        />
      )}
      {view.span !== undefined && !isOpen && (
        <p className="notice" role="status">
          Loading span <code>{parseSpanRef(view.span).spanId}</code>…
        </p>
      )}
    </div>
  )
}

const NONE: ReadonlySet<number> = new Set()
const sorted = (list: readonly number[]) => [...new Set(list)].sort((a, b) => a - b)

function rowsPartOf({ span, folded, isAllFolded, hiddenServices, minMs, isOnlyMatches, top }: TraceView): TraceView {
  return {
    ...{ span, folded },
    ...(isAllFolded && { isAllFolded }),
    ...(hiddenServices && { hiddenServices }),
    ...(minMs !== undefined && { minMs }),
    ...(isOnlyMatches && { isOnlyMatches }),
    ...(top !== undefined && { top }),
  }
}

const nameOfTop = (tree: TraceTree, index: TreeIndex, { top = '' }: TraceView) => {
  const found = index.findRow(top)
  return found === undefined ? undefined : tree.operations[at(tree.operationAt, found)]?.name
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
    const shift = shifts === undefined ? 0 : at(shifts, of)
    from = Math.min(from, at(tree.starts, of) + shift)
    to = Math.max(to, endOf(tree, of) + shift)
  }
  return { from, to }
}

function sinceOf(tree: TraceTree, index: TreeIndex, { top, isSinceSpan }: TraceView, open: number | undefined): number {
  const of = isSinceSpan && open !== undefined ? open : top === undefined ? undefined : index.findRow(top)
  return of === undefined ? 0 : at(tree.starts, of)
}

interface PartNoteProps {
  readonly trace: Pick<Trace, 'totalSpans' | 'failedSpans'>
  readonly tree: TraceTree
  readonly loaded: ReturnType<typeof useFullTree>
}

/** Says how many spans of a large trace are shown, and which. */
function PartNote({
  trace: { totalSpans, failedSpans },
  tree,
  loaded: { isLoading, hasFailed, again },
}: PartNoteProps) {
  const spans = countSpans(tree)
  if (totalSpans <= spans) return null
  return (
    <p className="notice" role="status">
      Showing {formatCount(spans)} of {formatCount(totalSpans)} spans
      {failedSpans > 0 && ` (${formatCount(countFailed(tree))} of ${formatCount(failedSpans)} failed)`}: the selected
      one, failed ones with their ancestors, and those nearest the root. Rows show how many descendants are omitted.
      {hasFailed && (
        <>
          {' '}
          The others could not be loaded.{' '}
          <button type="button" onClick={again}>
            Try again
          </button>
        </>
      )}
      {isLoading && !hasFailed && <span className="with-scripts"> Loading all…</span>}
    </p>
  )
}

const countFailed = ({ flags }: TraceTree) => flags.reduce((sum, of) => sum + (of & 1), 0)
