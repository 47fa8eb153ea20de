import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { Span } from '../../../store/traces/get-trace.ts'
import { countOf } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import type { CssVars } from '../../ui/css-vars.ts'
import { colourOf } from '../../ui/service-name.tsx'
import { type TraceView, toggleFolded, writeTraceView } from '../../url/trace-view.ts'
import type { Timeline } from './timeline.ts'
import { idOf, type TreeRow } from './tree-rows.ts'
import { QUIET, type WaterfallSpan } from './waterfall.tsx'

interface WaterfallRowProps {
  readonly row: TreeRow<WaterfallSpan>
  readonly timeline: Timeline
  readonly view: TraceView
  /** Path of the trace's own page, or '' on that page. */
  readonly page: string
  /** Colour of the service. */
  readonly slot: number
  /** Those that happened in this span. */
  readonly exceptions: readonly ExceptionSummary[]
}

/** One span, or the place of a parent that is missing. */
export function WaterfallRow({ row, timeline, view, page, slot, exceptions }: WaterfallRowProps) {
  const { node, depth } = row
  const indent = { '--depth': depth, ...colourOf(slot) }
  if (node.kind === 'missing') {
    return (
      <tr className="missing-row" style={indent}>
        <th scope="row">
          <span className="name">
            <Fold row={row} view={view} page={page} />
            <span title={`Span ${node.spanId} is named as parent, but the store does not have it.`}>
              missing parent
            </span>
            <FoldedAway row={row} />
          </span>
        </th>
        <td className="took" />
        <td className="axis">
          <Track timeline={timeline} />
        </td>
      </tr>
    )
  }

  const { span } = node
  const { name, service } = span.of
  const chosen = view.span === span.spanId
  return (
    <tr className={span.failed ? 'failed-row' : undefined} aria-current={chosen ? 'true' : undefined} style={indent}>
      <th scope="row">
        <span className="name">
          <Fold row={row} view={view} page={page} />
          <Link
            to={page + writeTraceView({ ...view, span: chosen && page === '' ? undefined : span.spanId })}
            {...QUIET}
            data-span={span.spanId}
            data-state={stateOf(row)}
            title={`${name} (${service})`}
          >
            {labelOf(span.of)}
          </Link>
          <span className="of-service">{service}</span>
          <Failure span={span.of} exceptions={exceptions.length} />
          {node.inCycle && <span className="mark warn">its own ancestor</span>}
          <FoldedAway row={row} />
          {row.cut > 0 && <span className="mark">{countOf(row.cut, 'span')} not shown</span>}
        </span>
      </th>
      <td className="took">{formatDuration(span.durationNs)}</td>
      <td className="axis">
        <Track timeline={timeline}>
          <span className="bar" style={placeOf(timeline, span)} />
          {exceptions.map(exception => (
            <span
              key={exception.id}
              className="event"
              title={exception.type}
              style={placeOf(timeline, { startNs: exception.atNs, durationNs: 0n })}
            />
          ))}
        </Track>
      </td>
    </tr>
  )
}

/** The name; where that is only a method, as of most outgoing requests, the path with it. */
function labelOf({ name, attributes }: Span): string {
  const url = attributes['url.full'] ?? attributes['http.url'] ?? ''
  if (/^(HTTP )?[A-Z]{3,7}$/.test(name) && URL.canParse(url)) return `${name} ${new URL(url).pathname}`
  return name === '' ? 'unnamed span' : name
}

/** The one mark that says most: how many exceptions, or else the status, or else that it failed. */
function Failure({ span, exceptions }: { readonly span: Span; readonly exceptions: number }) {
  if (exceptions > 0) return <span className="mark bad">{countOf(exceptions, 'exception')}</span>
  if (span.isLocalRoot && span.httpStatus >= 400) return <span className="mark bad">{span.httpStatus}</span>
  return span.status === 'Error' ? <span className="mark bad">failed</span> : null
}

function Fold({ row, view, page }: Pick<WaterfallRowProps, 'row' | 'view' | 'page'>) {
  const state = stateOf(row)
  if (state === 'leaf') return <span className="fold" />
  const id = idOf(row.node)
  return (
    <Link className="fold" to={page + writeTraceView(toggleFolded(view, id))} {...QUIET}>
      <span aria-hidden="true">{state === 'folded' ? '▸' : '▾'}</span>
      <span className="visually-hidden">{state === 'folded' ? 'Show children' : 'Fold children away'}</span>
    </Link>
  )
}

function FoldedAway({ row: { folded } }: { readonly row: TreeRow<WaterfallSpan> }) {
  if (folded === undefined) return null
  return (
    <>
      <span className="mark">{countOf(folded.spans, 'span')} folded</span>
      {folded.failed > 0 && <span className="mark bad">{folded.failed} failed</span>}
    </>
  )
}

function Track({ timeline, children }: { readonly timeline: Timeline; readonly children?: ReactNode }) {
  return (
    <span className="track">
      {timeline.gaps.map(gap => (
        <span key={gap.at} className="gap" style={at(gap.at)} />
      ))}
      {children}
    </span>
  )
}

function stateOf({ node, folded }: TreeRow<WaterfallSpan>): 'leaf' | 'open' | 'folded' {
  if (node.children.length === 0) return 'leaf'
  return folded === undefined ? 'open' : 'folded'
}

function placeOf(timeline: Timeline, { startNs, durationNs }: { startNs: bigint; durationNs: bigint }): CssVars {
  const from = Math.min(timeline.place(startNs), 0.998)
  const until = timeline.place(startNs + durationNs)
  return { '--from': round(from), '--for': round(Math.max(0, until - from)) }
}

function at(share: number): CssVars {
  return { '--from': round(share) }
}

/** Server and browser must write the same digits, and a pixel is about a thousandth. */
function round(share: number): number {
  return Math.round(share * 100_000) / 100_000
}
