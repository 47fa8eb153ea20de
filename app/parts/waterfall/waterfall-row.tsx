import { Link } from 'react-router'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { describeSpanFailure } from '../../insights/describe-span-failure.ts'
import { useSeriesClass } from '../../ui/links/service-name.tsx'
import { OPEN_SPAN_FRAGMENT, spanRef, type TraceView, toggleFolded, writeTraceView } from '../../url/trace-view.ts'
import type { Bar, WaterfallLayout } from './layout-waterfall.server.ts'
import type { TreeSpan } from './span-tree.ts'
import { rowId, type WaterfallTreeRow } from './tree-rows.ts'

/** Opening and folding spans keep the scroll position. */
export const KEEP_SCROLL_POSITION = { preventScrollReset: true } as const

/** The fields of a span that the waterfall draws. */
export interface WaterfallSpan extends TreeSpan {
  readonly bar: Bar
  readonly span: Span
}

export function toWaterfallSpan(of: Span, bar: Bar = [0, 0]): WaterfallSpan {
  const { spanId, parentSpanId, service, kind, startNs, durationNs, hiddenBelow, sharesId = false } = of
  return {
    spanId,
    parentSpanId,
    service,
    kind,
    startNs,
    durationNs,
    hiddenBelow,
    sharesId,
    failed: of.failed,
    bar,
    span: of,
  }
}

interface WaterfallRowProps {
  readonly row: WaterfallTreeRow<WaterfallSpan>
  readonly exceptionsAt: WaterfallLayout['exceptionsAt']
  readonly view: TraceView
  /** Path of the trace's own page, or '' on that page. */
  readonly page: string
  /** Those that happened in this span. */
  readonly exceptions: readonly ExceptionSummary[]
  /** True if the trace's search matches it. */
  readonly isMatch: boolean
}

/** One span, repeated spans, or the place of spans that are missing or left out. */
export function WaterfallRow({ row, exceptionsAt, view, page, exceptions, isMatch }: WaterfallRowProps) {
  const { node, depth } = row
  const colour = useSeriesClass(node.kind === 'missing' ? '' : node.span.span.service)
  const fold = page + foldAddress(row, view)
  if (node.kind === 'missing') {
    return (
      <tr className="missing-row">
        <th scope="row">
          <span className="name">
            <Indentation depth={depth} />
            <FoldToggle row={row} to={fold} />
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
  const { name, service, callee = '' } = span.span
  const repeated = node.kind === 'repeated' ? node : undefined
  const chosen = repeated === undefined && view.span === spanRef(span)
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
          <FoldToggle row={row} to={fold} />
          <Link
            to={
              repeated
                ? fold
                : page + writeTraceView({ ...view, span: chosen && page === '' ? undefined : spanRef(span) }) + inView
            }
            {...KEEP_SCROLL_POSITION}
            // The page opens at the open span, also without scripts.
            autoFocus={chosen && page === ''}
            data-span={rowId(node)}
            data-state={stateOf(row)}
            title={`${name} (${service})`}
          >
            {repeated && `${formatCount(repeated.repeated.spanIds.length)} × `}
            {spanName(`${name} ${callee}`)}
          </Link>
          <span className="of-service">{service}</span>
          {isMatch && <span className="mark">match</span>}
          <FailureMark span={span.span} exceptions={exceptions.length} />
          {node.kind === 'span' && node.inCycle && <span className="mark warn">cycle</span>}
          {repeated === undefined && <FoldedSpans row={row} />}
          {span.hiddenBelow > 0 && row.folded === undefined && (
            <Link className="mark" to={page + writeTraceView({ ...view, span: spanRef(span) })} reloadDocument>
              {pluralize(span.hiddenBelow, 'span')} not shown
            </Link>
          )}
        </span>
      </th>
      <td className="took">{formatDuration(repeated?.repeated.totalNs ?? span.durationNs)}</td>
      <td className="axis">
        <SpanTrack bar={(repeated?.repeated ?? span).bar} exceptions={exceptions} exceptionsAt={exceptionsAt} />
      </td>
    </tr>
  )
}

/** The most telling mark: the number of exceptions, else the status, else why it failed. */
function FailureMark({ span, exceptions }: { readonly span: Span; readonly exceptions: number }) {
  const statusText = span.answer >= 400 ? span.answer : span.failed && (describeSpanFailure(span) || 'failed')
  const text = exceptions > 0 ? pluralize(exceptions, 'exception') : statusText
  return text && <span className="mark bad">{text}</span>
}

/** A filter or step that unfolded repeated spans by itself has to end before they can be folded. */
function foldAddress({ node }: WaterfallTreeRow<WaterfallSpan>, view: TraceView): string {
  const isRevealed = node.kind === 'repeated' && node.isRevealed
  return writeTraceView(isRevealed ? { ...view, span: undefined, search: '' } : toggleFolded(view, rowId(node)))
}

function FoldToggle({ row, to }: Pick<WaterfallRowProps, 'row'> & { readonly to: string }) {
  const state = stateOf(row)
  if (state === 'leaf') return <span className="fold" />
  return (
    <Link className="fold" to={to} {...KEEP_SCROLL_POSITION}>
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

type SpanTrackProps = Pick<WaterfallRowProps, 'exceptions' | 'exceptionsAt'> & { readonly bar: Bar }

/** The position of a span on the time axis, and its exceptions. */
function SpanTrack({ bar: [from, length], exceptions, exceptionsAt }: SpanTrackProps) {
  return (
    <svg className="track" aria-hidden="true">
      <rect className="bar" x={`${from}%`} y="6" width={`${length}%`} height="10" />
      {exceptions.map(({ id, type }) => {
        const at = `${exceptionsAt.get(id)}%`
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
