import { type KeyboardEvent, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { type TraceView, toggleFolded, writeTraceView } from '../../url/trace-view.ts'
import { attachToNearestAncestor, type TraceExcerpt } from './excerpt.ts'
import { SpanSteps } from './span-steps.tsx'
import { buildSpanTree } from './span-tree.ts'
import { chooseTicks, layoutTimeline, type TraceTimeline } from './timeline.ts'
import { flattenSpanTree, rowId, type WaterfallTreeRow } from './tree-rows.ts'
import { useSingleTabStopForRows } from './use-one-tab-stop.ts'
import { KEEP_SCROLL_POSITION, WaterfallRow } from './waterfall-row.tsx'
import { toWaterfallSpan, type WaterfallSpan } from './waterfall-span.ts'

interface WaterfallProps {
  readonly trace: Trace | TraceExcerpt
  readonly exceptions: readonly ExceptionSummary[]
  readonly view: TraceView
  /** Path of the trace's own page, if the links lead to another page. @default '' */
  readonly page?: string
  /** Ids of the spans that match the search. */
  readonly matching?: readonly string[] | undefined
}

/** The spans of a trace as a tree with their bars on one time axis. */
export function Waterfall({ trace, exceptions, view, page = '', matching: found = NONE_MATCHING }: WaterfallProps) {
  const navigate = useNavigate()
  const { spans } = trace
  const isExcerpt = 'omitted' in trace
  const omitted = isExcerpt ? trace.omitted : undefined
  const tree = useMemo(
    () => attachToNearestAncestor(buildSpanTree(spans.map(toWaterfallSpan)), omitted),
    [spans, omitted],
  )
  const timeline = useMemo(() => layoutTimeline(spans.map(intervalOf)), [spans])
  const thrown = useMemo(() => Map.groupBy(exceptions, exception => exception.spanId), [exceptions])
  const rows = flattenSpanTree(tree, view.folded)
  const allRows = useMemo(() => flattenSpanTree(tree, NOTHING_FOLDED), [tree])
  const failing = useMemo(() => listFailedSpanIds(allRows, thrown), [allRows, thrown])
  const matching = useMemo(() => sortByTreeOrder(found, allRows), [found, allRows])
  const shown = new Set(rows.map(({ node }) => rowId(node)))
  const matches = new Set(matching)
  const foldedOf = (ids: readonly string[]) => new Set(ids.filter(id => !shown.has(id)))
  const missing = rows.filter(row => row.node.kind === 'missing').length

  const tabStop = useSingleTabStopForRows()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const moved = handleTreeKey(event)
    if (moved === undefined) return
    event.preventDefault()
    if (moved.fold !== undefined) navigate(page + writeTraceView(toggleFolded(view, moved.fold)), KEEP_SCROLL_POSITION)
    if (moved.close && page === '') navigate(writeTraceView({ ...view, span: undefined }), KEEP_SCROLL_POSITION)
  }

  return (
    <div>
      {!isExcerpt && <OmittedSpansNote trace={trace} />}
      {missing > 0 && !isExcerpt && (
        <p className="notice">
          {pluralize(missing, 'parent span')} missing: {trace.totalSpans > spans.length && 'omitted, '}dropped, expired,
          in transit or never sent to Errata.
        </p>
      )}
      <div className="panel waterfall-panel">
        <IdleGaps timeline={timeline} />
        <table className="waterfall">
          <caption className="visually-hidden">
            Span tree. Arrow keys move, expand and collapse; Escape closes the details.
          </caption>
          <thead>
            <tr>
              <th scope="col" className="tree">
                Span{' '}
                {page === '' && matching.length > 0 && (
                  <SpanSteps of="matching" ids={matching} folded={foldedOf(matching)} view={view} />
                )}
                {page === '' && failing.length > 0 && (
                  <SpanSteps of="failed" ids={failing} folded={foldedOf(failing)} view={view} />
                )}
                {view.folded.size > 0 && (
                  <Link to={page + writeTraceView({ ...view, folded: new Set() })} {...KEEP_SCROLL_POSITION}>
                    expand all
                  </Link>
                )}
              </th>
              <th scope="col" className="took">
                Duration
              </th>
              <th scope="col" className="axis">
                <span className="visually-hidden">Timeline</span>
                <TimeTicks timeline={timeline} />
              </th>
            </tr>
          </thead>
          <tbody onKeyDown={onKeyDown} {...tabStop}>
            {rows.map(row => (
              <WaterfallRow
                key={keyOf(row.node)}
                row={row}
                timeline={timeline}
                view={view}
                page={page}
                exceptions={thrown.get(rowId(row.node)) ?? NO_EXCEPTIONS}
                isMatch={matches.has(rowId(row.node))}
              />
            ))}
          </tbody>
        </table>
      </div>
      {timeline.gaps.length > 0 && (
        <p className="small muted">
          Idle time collapsed (dashed lines): {describeGaps(timeline.gaps)}. Clock skew looks the same.
        </p>
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
    node.kind === 'span' && (node.span.failed || thrown.has(node.span.spanId)) ? [node.span.spanId] : [],
  )
}

/** Ids that were not read come last. */
function sortByTreeOrder(ids: readonly string[], rows: readonly WaterfallTreeRow<WaterfallSpan>[]): readonly string[] {
  if (ids.length === 0) return ids
  const wanted = new Set(ids)
  return [...new Set([...rows.map(({ node }) => rowId(node)).filter(id => wanted.has(id)), ...ids])]
}

/** How many spans and failed spans of a large trace are shown, and which. */
function OmittedSpansNote({ trace: { spans, totalSpans, failedSpans } }: { readonly trace: Trace }) {
  if (totalSpans <= spans.length) return null
  const failed = spans.filter(({ status }) => status === 'Error').length
  return (
    <p className="notice">
      Showing {formatCount(spans.length)} of {formatCount(totalSpans)} spans
      {failedSpans > 0 && ` (${formatCount(failed)} of ${formatCount(failedSpans)} failed)`}: the selected one, failed
      ones with their ancestors, and those nearest the root. Rows show how many descendants are omitted.
    </p>
  )
}

/** Drawn once for all rows, and lines closer than a hundredth are merged: there may be as many gaps as rows. */
function IdleGaps({ timeline: { gaps } }: { readonly timeline: TraceTimeline }) {
  if (gaps.length === 0) return null
  const places: number[] = []
  for (const gap of gaps) {
    const place = Math.round(gap.at * GAP_UNITS)
    if (place - (places.at(-1) ?? -GAP_UNITS) >= GAP_UNITS / 100) places.push(place)
  }
  const lines = places.map(place => `M${place} 0V1`).join('')
  return (
    <svg className="gaps" viewBox={`0 0 ${GAP_UNITS} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path d={lines} />
    </svg>
  )
}

/** Whole numbers, which server and browser write alike; a pixel is about a thousandth. */
const GAP_UNITS = 10_000
const MAX_GAPS_NAMED = 5

function describeGaps(gaps: TraceTimeline['gaps']): string {
  const named = gaps.slice(0, MAX_GAPS_NAMED).map(gap => formatDuration(gap.endNs - gap.startNs))
  return gaps.length > named.length
    ? `${named.join(', ')} and ${formatCount(gaps.length - named.length)} more`
    : named.join(', ')
}

function TimeTicks({ timeline }: { readonly timeline: TraceTimeline }) {
  return (
    <svg className="ticks" aria-hidden="true">
      {chooseTicks(timeline).map(at => (
        <text key={at} x={`${at * 100}%`} y="13" textAnchor={at > 0.95 ? 'end' : undefined}>
          {tickLabel(timeline, at)}
        </text>
      ))}
    </svg>
  )
}

/** Time since the start, or after a gap since its end: `⋯ 343 ms`. */
function tickLabel({ gaps, startNs, momentAt }: TraceTimeline, at: number): string {
  const moment = momentAt(at)
  if (moment === startNs) return '0'
  const gap = gaps.findLast(({ endNs }) => moment >= endNs)
  return gap === undefined ? formatDuration(moment - startNs) : `⋯ ${formatDuration(moment - gap.endNs)}`
}

/** The fold action of a key; a move of the focus is done at once. */
function handleTreeKey(event: KeyboardEvent<HTMLElement>): { fold?: string; close?: boolean } | undefined {
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
  const { span, state } = link.dataset
  return wanted !== undefined && state === wanted && span !== undefined ? { fold: span } : undefined
}

function intervalOf({ startNs, durationNs }: Span) {
  return { startNs, endNs: startNs + durationNs }
}

function keyOf(node: Parameters<typeof rowId<WaterfallSpan>>[0]): string {
  return node.kind === 'span' ? `${node.span.spanId} ${node.span.service}` : `missing ${node.spanId}`
}
