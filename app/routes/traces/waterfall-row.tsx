import { Link } from 'react-router'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { useSeriesClass } from '../../ui/elements/service-name.tsx'
import { OPEN_SPAN_FRAGMENT, type TraceView, toggleFolded, writeTraceView } from '../../url/trace-view.ts'
import type { TraceTimeline } from './timeline.ts'
import { rowId, type WaterfallTreeRow } from './tree-rows.ts'
import type { WaterfallSpan } from './waterfall-span.ts'

/** Opening and folding spans keep the scroll position. */
export const KEEP_SCROLL_POSITION = { preventScrollReset: true } as const

interface WaterfallRowProps {
  readonly row: WaterfallTreeRow<WaterfallSpan>
  readonly timeline: TraceTimeline
  readonly view: TraceView
  /** Path of the trace's own page, or '' on that page. */
  readonly page: string
  /** Those that happened in this span. */
  readonly exceptions: readonly ExceptionSummary[]
  /** True if the trace's search matches it. */
  readonly isMatch: boolean
}

/** One span, or the place of spans that are missing or left out. */
export function WaterfallRow({ row, timeline, view, page, exceptions, isMatch }: WaterfallRowProps) {
  const { node, depth } = row
  const colour = useSeriesClass(node.kind === 'span' ? node.span.of.service : '')
  if (node.kind === 'missing') {
    return (
      <tr className="missing-row">
        <th scope="row">
          <span className="name">
            <Indentation depth={depth} />
            <FoldToggle row={row} view={view} page={page} />
            {node.omitted === undefined ? (
              <span title={`${node.spanId} is not stored`}>missing parent</span>
            ) : (
              `${pluralize(node.omitted, 'span')} between`
            )}
            <FoldedSpans row={row} />
          </span>
        </th>
        <td className="took" />
        <td className="axis">
          <svg className="track" aria-hidden="true">
            <line className="absent" x1="0" x2="100%" y1="50%" y2="50%" />
          </svg>
        </td>
      </tr>
    )
  }

  const { span } = node
  const { name, service, callee = '' } = span.of
  const chosen = view.span === span.spanId
  const inView = page === '' ? '' : OPEN_SPAN_FRAGMENT
  return (
    <tr
      id={chosen ? OPEN_SPAN_FRAGMENT.slice(1) : undefined}
      className={`${colour}${span.failed ? ' failed-row' : ''}`}
      aria-current={chosen ? 'true' : undefined}
    >
      <th scope="row">
        <span className="name">
          <Indentation depth={depth} />
          <FoldToggle row={row} view={view} page={page} />
          <Link
            to={page + writeTraceView({ ...view, span: chosen && page === '' ? undefined : span.spanId }) + inView}
            {...KEEP_SCROLL_POSITION}
            // The page opens at the open span, also without scripts.
            autoFocus={chosen && page === ''}
            data-span={span.spanId}
            data-state={stateOf(row)}
            title={`${name} (${service})`}
          >
            {spanName(`${name} ${callee}`)}
          </Link>
          <span className="of-service">{service}</span>
          {isMatch && <span className="mark">match</span>}
          <FailureMark span={span.of} exceptions={exceptions.length} />
          {node.inCycle && <span className="mark warn">cycle</span>}
          <FoldedSpans row={row} />
          {span.hiddenBelow > 0 && row.folded === undefined && (
            <Link className="mark" to={page + writeTraceView({ ...view, span: span.spanId })} reloadDocument>
              {pluralize(span.hiddenBelow, 'span')} not shown
            </Link>
          )}
        </span>
      </th>
      <td className="took">{formatDuration(span.durationNs)}</td>
      <td className="axis">
        <SpanTrack timeline={timeline} span={span} exceptions={exceptions} />
      </td>
    </tr>
  )
}

/** The most telling mark: the number of exceptions, else the status, else that it failed. */
function FailureMark({ span, exceptions }: { readonly span: Span; readonly exceptions: number }) {
  const statusText = span.isLocalRoot && span.httpStatus >= 400 ? span.httpStatus : span.status === 'Error' && 'failed'
  const noun = <span className="wide-only"> exception{exceptions > 1 && 's'}</span>
  const text = exceptions || statusText
  return (
    text && (
      <span className="mark bad">
        {text}
        {exceptions > 0 && noun}
      </span>
    )
  )
}

function FoldToggle({ row, view, page }: Pick<WaterfallRowProps, 'row' | 'view' | 'page'>) {
  const state = stateOf(row)
  if (state === 'leaf') return <span className="fold" />
  const id = rowId(row.node)
  return (
    <Link className="fold" to={page + writeTraceView(toggleFolded(view, id))} {...KEEP_SCROLL_POSITION}>
      <span aria-hidden="true">{state === 'folded' ? '▸' : '▾'}</span>
      <span className="visually-hidden">{state === 'folded' ? 'Expand' : 'Collapse'}</span>
    </Link>
  )
}

function FoldedSpans({ row: { folded } }: { readonly row: WaterfallTreeRow<WaterfallSpan> }) {
  if (folded === undefined) return null
  return (
    <>
      <span className="mark">{pluralize(folded.spans, 'span')} collapsed</span>
      {folded.failed > 0 && <span className="mark bad">{folded.failed} failed</span>}
    </>
  )
}

function stateOf({ node, folded }: WaterfallTreeRow<WaterfallSpan>): 'leaf' | 'open' | 'folded' {
  if (node.children.length === 0) return 'leaf'
  return folded === undefined ? 'open' : 'folded'
}

interface SpanTrackProps {
  readonly timeline: TraceTimeline
  readonly span: WaterfallSpan
  readonly exceptions: readonly ExceptionSummary[]
}

/** The position of a span on the time axis, and its exceptions. */
function SpanTrack({ timeline, span: { startNs, durationNs }, exceptions }: SpanTrackProps) {
  const from = Math.min(timeline.place(startNs), 0.998)
  const until = Math.max(from, timeline.place(startNs + durationNs))
  return (
    <svg className="track" aria-hidden="true">
      <rect className="bar" x={formatPercent(from)} y="6" width={formatPercent(until - from)} height="10" />
      {exceptions.map(({ id, atNs, type }) => {
        const at = formatPercent(Math.min(timeline.place(atNs), 0.998))
        return (
          <line key={id} className="event" x1={at} x2={at} y1="2" y2="20">
            <title>{type}</title>
          </line>
        )
      })}
    </svg>
  )
}

/** Deeper rows are not indented further, for lack of space. */
const MAX_LEVELS = 18
const LEVEL_WIDTH = 14

/** Indents a span, with a line for each level above. By an attribute: the policy of the pages forbids styles. */
function Indentation({ depth }: { readonly depth: number }) {
  if (depth === 0) return null
  return <svg className="levels" width={LEVEL_WIDTH * Math.min(depth, MAX_LEVELS)} aria-hidden="true" />
}

/** Server and browser must write the same digits; a pixel is about a tenth of a per cent. */
function formatPercent(share: number): string {
  return `${Math.round(share * 100_000) / 1_000}%`
}
