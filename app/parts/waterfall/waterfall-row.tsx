import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { TreeRow } from '../../../trace/choose-rows.ts'
import { shiftOf } from '../../../trace/clock-skew.ts'
import type { PathSection } from '../../../trace/critical-path.ts'
import type { TimeAxis } from '../../../trace/time-axis.ts'
import { at, endOf, hasFlag, operationOf, type TraceTree } from '../../../trace/trace-tree.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatNs } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { useSeriesClass } from '../../ui/links/service-name.tsx'
import { OPEN_SPAN_FRAGMENT, type TraceView, writeTraceView } from '../../url/trace-view.ts'
import { AXIS_UNITS, barOf, drawSections, placeOf } from './draw-axis.ts'
import type { TreeIndex } from './index-tree.ts'
import type { RowDetail } from './row-detail.ts'
import { foldAddress, rowRef } from './rows-of-view.ts'

/** Opening and folding spans keep the scroll position. */
export const KEEP_SCROLL_POSITION = { preventScrollReset: true } as const

/** What the rows of a waterfall have in common. */
export interface WaterfallContents {
  readonly tree: TraceTree
  readonly index: TreeIndex
  readonly axis: TimeAxis
  /** By which bars are moved, see `correctClockSkew`. */
  readonly shifts?: Float64Array | undefined
  /** The critical path by span; without it, none is drawn. */
  readonly path?: ReadonlyMap<number, readonly PathSection[]> | undefined
  readonly view: TraceView
  /** Path of the trace's own page, or '' on that page. */
  readonly page: string
  /** By span. */
  readonly exceptions: ReadonlyMap<number, readonly ExceptionSummary[]>
  /** By {@link TreeIndex.refOf}, as far as they were read. */
  readonly details: ReadonlyMap<string, RowDetail>
  /** The spans that match the trace's search. */
  readonly matches: ReadonlySet<number>
}

interface WaterfallRowProps {
  readonly contents: WaterfallContents
  readonly row: TreeRow
  /** Its place among all rows, from 0. */
  readonly number: number
  /** False for links that the Tab key skips; undefined without scripts. */
  readonly isTabStop: boolean | undefined
}

/** One span, repeated spans, or the place of spans that are missing or left out. */
export const WaterfallRow = memo(function WaterfallRow({ contents, row, number, isTabStop }: WaterfallRowProps) {
  const { tree, index, view, page, exceptions, details, matches } = contents
  const { service, name: operation } = operationOf(tree, row.index)
  const colour = useSeriesClass(service)
  const ref = index.refOf(row.index)
  const ofTree = {
    'aria-level': row.depth + 1,
    'aria-rowindex': number + 2,
    ...(row.hasChildren && { 'aria-expanded': row.folded === undefined }),
    'data-number': number,
  }
  const tabIndex = isTabStop === undefined ? {} : { tabIndex: isTabStop ? 0 : -1 }
  const fold = <FoldToggle row={row} to={page + foldAddress(index, row, view)} {...tabIndex} />
  if (row.kind === 'missing') {
    const left = at(tree.hidden, row.index)
    return (
      <tr className="missing-row" {...ofTree}>
        <th scope="row">
          <span className="name">
            <Indentation depth={row.depth} />
            {fold}
            {left > 0 ? (
              `${pluralize(left, 'span')} between`
            ) : (
              <span title={`${tree.spanIds[row.index]} is not stored`}>missing parent</span>
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
  const isRepeated = row.kind === 'repeated'
  const chosen = !isRepeated && view.span === ref
  const detail = details.get(ref)
  const name = spanName(detail?.name ?? operation)
  const failed = hasFlag(tree, row.index, 'failed')
  const thrown = isRepeated ? NO_EXCEPTIONS : (exceptions.get(row.index) ?? NO_EXCEPTIONS)
  const opened = page + writeTraceView({ ...view, span: chosen && page === '' ? undefined : ref })
  const hidden = row.folded === undefined ? at(tree.hidden, row.index) : 0
  return (
    <tr
      id={chosen ? OPEN_SPAN_FRAGMENT.slice(1) : undefined}
      className={`${colour}${failed ? ' failed-row' : ''}`}
      aria-current={chosen ? 'true' : undefined}
      {...ofTree}
    >
      <th scope="row">
        <span className="name">
          <Indentation depth={row.depth} />
          {fold}
          <Link
            to={isRepeated ? page + foldAddress(index, row, view) : opened + (page === '' ? '' : OPEN_SPAN_FRAGMENT)}
            {...KEEP_SCROLL_POSITION}
            // The page opens at the open span, also without scripts.
            autoFocus={chosen && page === ''}
            data-span={rowRef(index, row)}
            data-state={stateOf(row)}
            title={`${name} (${service})`}
            {...tabIndex}
          >
            {isRepeated && `${formatCount(row.repeated?.count ?? 0)} × `}
            {name}
          </Link>
          <span className="of-service">{service}</span>
          {!isRepeated && matches.has(row.index) && <span className="mark">match</span>}
          {!isRepeated && <FailureMark failed={failed} detail={detail} exceptions={thrown.length} />}
          {hasFlag(tree, row.index, 'inCycle') && <span className="mark warn">cycle</span>}
          {!isRepeated && <FoldedSpans row={row} />}
          {hidden > 0 && (
            <Link className="mark" to={page + writeTraceView({ ...view, span: ref })} reloadDocument {...tabIndex}>
              {pluralize(hidden, 'span')} not shown
            </Link>
          )}
        </span>
      </th>
      <td className="took">{formatNs(row.repeated?.sum ?? at(tree.durations, row.index))}</td>
      <td className="axis">
        <SpanTrack contents={contents} row={row} exceptions={thrown} />
      </td>
    </tr>
  )
})

const NO_EXCEPTIONS: readonly ExceptionSummary[] = []

interface FailureMarkProps {
  readonly failed: boolean
  readonly detail: RowDetail | undefined
  readonly exceptions: number
}

/** The most telling mark: the number of exceptions, else the status, else why it failed. */
function FailureMark({ failed, detail, exceptions }: FailureMarkProps): ReactNode {
  const reason = failed && (detail?.failure || 'failed')
  const text = exceptions > 0 ? pluralize(exceptions, 'exception') : detail?.answer || reason
  return text && <span className="mark bad">{text}</span>
}

interface FoldToggleProps {
  readonly row: TreeRow
  readonly to: string
  readonly tabIndex?: number
}

function FoldToggle({ row, to, ...tabIndex }: FoldToggleProps) {
  const state = stateOf(row)
  if (state === 'leaf') return <span className="fold" />
  return (
    <Link
      className="fold"
      to={to}
      {...KEEP_SCROLL_POSITION}
      {...tabIndex}
      // Text beside the sign would be two more elements in every row.
      aria-label={state === 'folded' ? 'Expand' : 'Collapse'}
    >
      {state === 'folded' ? '▸' : '▾'}
    </Link>
  )
}

function FoldedSpans({ row: { folded } }: { readonly row: TreeRow }) {
  if (folded === undefined) return null
  return (
    <>
      <span className="mark">{pluralize(folded.spans, 'span')} collapsed</span>
      {folded.failed > 0 && <span className="mark bad">{folded.failed} failed</span>}
    </>
  )
}

function stateOf({ hasChildren, folded }: TreeRow): 'leaf' | 'open' | 'folded' {
  if (!hasChildren) return 'leaf'
  return folded === undefined ? 'open' : 'folded'
}

interface SpanTrackProps {
  readonly contents: WaterfallContents
  readonly row: TreeRow
  readonly exceptions: readonly ExceptionSummary[]
}

/** The position of a span on the time axis, its part of the critical path, and its exceptions. */
function SpanTrack({ contents: { tree, axis, shifts, path }, row, exceptions }: SpanTrackProps) {
  const { members = [row.index] } = row
  const shift = shiftOf(shifts, row.index)
  const end = row.repeated?.end ?? endOf(tree, row.index)
  const bar = barOf(axis, at(tree.starts, row.index) + shift, end + shift)
  const sections = path === undefined ? [] : members.flatMap(index => path.get(index) ?? [])
  const drawn = sections.length === 0 ? '' : drawSections(axis, sections, shift)
  return (
    <svg className="track" aria-hidden="true">
      {bar && <rect className="bar" x={`${bar[0]}%`} y="6" width={`${bar[1]}%`} height="10" />}
      {drawn !== '' && (
        <svg
          className="on-path"
          y="17"
          width="100%"
          height="3"
          viewBox={`0 0 ${AXIS_UNITS} 1`}
          preserveAspectRatio="none"
          role="presentation"
        >
          <path d={drawn} />
        </svg>
      )}
      {exceptions.map(({ id, type, atNs }) => {
        const place = placeOf(axis, Number(atNs - tree.startNs) + shift)
        return (
          place !== undefined && (
            <line key={id} className="event" x1={`${place}%`} x2={`${place}%`} y1="2" y2="20">
              <title>{type}</title>
            </line>
          )
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
