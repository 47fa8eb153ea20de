import { type KeyboardEvent, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { spanRef, type TraceView, writeTraceView } from '../../url/trace-view.ts'
import { attachToNearestAncestor, type TraceExcerpt } from './excerpt.ts'
import { spanFinder } from './find-span.ts'
import type { WaterfallLayout } from './layout-waterfall.server.ts'
import { SpanSteps } from './span-steps.tsx'
import { buildSpanTree } from './span-tree.ts'
import { flattenSpanTree, rowId, type WaterfallTreeRow } from './tree-rows.ts'
import { useSingleTabStopForRows } from './use-one-tab-stop.ts'
import { KEEP_SCROLL_POSITION, toWaterfallSpan, WaterfallRow, type WaterfallSpan } from './waterfall-row.tsx'

interface WaterfallProps {
  readonly trace: Trace | TraceExcerpt
  readonly exceptions: readonly ExceptionSummary[]
  readonly view: TraceView
  /** Path of the trace's own page, if the links lead to another page. @default '' */
  readonly page?: string
  readonly layout: WaterfallLayout
  /** The spans that match the search, see {@link spanRef}. */
  readonly matching?: readonly string[] | undefined
}

/** The spans of a trace as a tree with their bars on one time axis. */
export function Waterfall({
  trace,
  exceptions,
  layout,
  view,
  page = '',
  matching: found = NONE_MATCHING,
}: WaterfallProps) {
  const navigate = useNavigate()
  const { spans } = trace
  const isExcerpt = 'omitted' in trace
  const omitted = isExcerpt ? trace.omitted : undefined
  const tree = useMemo(
    () =>
      attachToNearestAncestor(buildSpanTree(spans.map((span, i) => toWaterfallSpan(span, layout.bars[i]))), omitted),
    [spans, omitted, layout],
  )
  const thrown = useMemo(() => {
    const find = spanFinder(spans)
    return Map.groupBy(exceptions, exception => spanRef(find(exception) ?? exception))
  }, [exceptions, spans])
  const allRows = useMemo(() => flattenSpanTree(tree, NOTHING_FOLDED), [tree])
  const failing = useMemo(() => listFailedSpanIds(allRows, thrown), [allRows, thrown])
  const matching = useMemo(() => sortByTreeOrder(found, allRows), [found, allRows])
  const rows = flattenSpanTree(tree, view.folded, layout.repeated, new Set([...matching, view.span]))
  const shown = new Set(rows.map(({ node }) => rowId(node)))
  const matches = new Set(matching)
  const foldedOf = (ids: readonly string[]) => new Set(ids.filter(id => !shown.has(id)))
  const missing = rows.filter(row => row.node.kind === 'missing').length

  const tabStop = useSingleTabStopForRows()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const moved = handleTreeKey(event)
    if (moved === undefined) return
    event.preventDefault()
    if (moved.close && page === '') navigate(writeTraceView({ ...view, span: undefined }), KEEP_SCROLL_POSITION)
  }

  return (
    <div>
      {!isExcerpt && <OmittedSpansNote trace={trace} />}
      {missing > 0 && !isExcerpt && (
        <p className="notice warn-notice">
          {pluralize(missing, 'parent span')} missing: {trace.totalSpans > spans.length && 'omitted, '}dropped, expired,
          in transit or never sent to Errata.
        </p>
      )}
      <div className="panel waterfall-panel">
        {layout.gapLines !== '' && (
          <svg className="gaps" viewBox="0 0 10000 1" preserveAspectRatio="none" aria-hidden="true">
            <path d={layout.gapLines} />
          </svg>
        )}
        <table className="waterfall">
          <caption className="visually-hidden">
            Span tree. Arrow keys move, expand and collapse; Escape closes the details.
          </caption>
          <thead>
            <tr>
              <th scope="col" className="tree">
                Span{' '}
                {page === '' && matching.length > 0 && (
                  <SpanSteps kind="matching" ids={matching} folded={foldedOf(matching)} view={view} />
                )}
                {page === '' && failing.length > 0 && (
                  <SpanSteps kind="failed" ids={failing} folded={foldedOf(failing)} view={view} />
                )}{' '}
                {rows.some(row => row.folded) && (
                  <Link
                    to={
                      page +
                      writeTraceView({ ...view, folded: new Set(layout.repeated.map(of => `-${of.spanIds[0]}`)) })
                    }
                    {...KEEP_SCROLL_POSITION}
                  >
                    expand all
                  </Link>
                )}
              </th>
              <th scope="col" className="took">
                Duration
              </th>
              <th scope="col" className="axis">
                <span className="visually-hidden">Timeline</span>
                <svg className="ticks" aria-hidden="true">
                  {layout.ticks.map(({ at, label }) => (
                    <text key={at} x={`${at}%`} y="13" textAnchor={at === 0 ? 'start' : at > 95 ? 'end' : undefined}>
                      {label}
                    </text>
                  ))}
                </svg>
              </th>
            </tr>
          </thead>
          <tbody onKeyDown={onKeyDown} {...tabStop}>
            {rows.map(row => (
              <WaterfallRow
                key={keyOf(row.node)}
                row={row}
                exceptionsAt={layout.exceptionsAt}
                view={view}
                page={page}
                exceptions={thrown.get(rowId(row.node)) ?? NO_EXCEPTIONS}
                isMatch={matches.has(rowId(row.node))}
              />
            ))}
          </tbody>
        </table>
      </div>
      {layout.gapLines !== '' && (
        <p className="small muted">Idle time collapsed (dashed lines): {layout.gapsText}. Clock skew looks the same.</p>
      )}
    </div>
  )
}

const NONE_MATCHING: readonly string[] = []
const NO_EXCEPTIONS: readonly ExceptionSummary[] = []
const NOTHING_FOLDED: ReadonlySet<string> = new Set()

/** Failed spans and spans with an exception, in tree order. */
function listFailedSpanIds(
  rows: readonly WaterfallTreeRow<WaterfallSpan>[],
  thrown: ReadonlyMap<string, readonly ExceptionSummary[]>,
): string[] {
  return rows.flatMap(({ node }) =>
    node.kind === 'span' && (node.span.failed || thrown.has(rowId(node))) ? [rowId(node)] : [],
  )
}

/** Ids that were not read come last. */
function sortByTreeOrder(ids: readonly string[], rows: readonly WaterfallTreeRow<WaterfallSpan>[]): readonly string[] {
  if (ids.length === 0) return ids
  const wanted = new Set(ids)
  return [...new Set([...rows.map(({ node }) => rowId(node)).filter(id => wanted.has(id)), ...ids])]
}

/** Says how many spans and failed spans of a large trace are shown, and which. */
function OmittedSpansNote({ trace: { spans, totalSpans, failedSpans } }: { readonly trace: Trace }) {
  if (totalSpans <= spans.length) return null
  const failed = spans.filter(({ failed }) => failed).length
  return (
    <p className="notice">
      Showing {formatCount(spans.length)} of {formatCount(totalSpans)} spans
      {failedSpans > 0 && ` (${formatCount(failed)} of ${formatCount(failedSpans)} failed)`}: the selected one, failed
      ones with their ancestors, and those nearest the root. Rows show how many descendants are omitted.
    </p>
  )
}

/** Moves the focus, folds and unfolds; says if the key has a meaning, and if it closes the details. */
function handleTreeKey(event: KeyboardEvent<HTMLElement>): { close?: boolean } | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined
  if (event.key === 'Escape') return { close: true }
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-span]')]
  const row = event.target instanceof Element ? event.target.closest('tr') : null
  const at = links.findIndex(link => row?.contains(link))
  const link = links[at]
  if (link === undefined) return undefined
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -links.length, End: links.length }[event.key]
  if (step !== undefined) {
    links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus()
    return {}
  }
  const wanted = { ArrowLeft: 'open', ArrowRight: 'folded' }[event.key]
  if (wanted === undefined || link.dataset['state'] !== wanted) return undefined
  row?.querySelector<HTMLElement>('a.fold')?.click()
  return {}
}

function keyOf(node: Parameters<typeof rowId<WaterfallSpan>>[0]): string {
  return node.kind === 'span' ? rowId(node) : `${node.kind} ${node.spanId}`
}
