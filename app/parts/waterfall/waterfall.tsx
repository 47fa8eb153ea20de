import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { TreeRow } from '../../../trace/choose-rows.ts'
import { formatCount } from '../../format/count.ts'
import { writeTraceView } from '../../url/trace-view.ts'
import { AXIS_UNITS, describeGaps, drawGaps, labelAxis } from './draw-axis.ts'
import { rowRef } from './rows-of-view.ts'
import { type RowWindow, useRowWindow } from './use-row-window.ts'
import { KEEP_SCROLL_POSITION, type WaterfallContents, WaterfallRow } from './waterfall-row.tsx'

/** The server sends so many rows; without scripts, a page has so many. */
export const ROWS_A_PAGE = 50

interface WaterfallProps {
  readonly contents: WaterfallContents
  readonly rows: readonly TreeRow[]
  /** The time that labels of the axis count from, nanoseconds since the start of the trace. @default 0 */
  readonly since?: number
  /** Beside the heading of the tree. */
  readonly head?: ReactNode
  /** The rows that the server sends. @default all */
  readonly sent?: RowWindow
  /** Told which rows are drawn. */
  readonly onDrawn?: ((rows: readonly TreeRow[]) => void) | undefined
}

/** The spans of a trace as a tree with their bars on one time axis. Of many rows, those near the screen are drawn. */
export function Waterfall({ contents, rows, since = 0, head, sent, onDrawn }: WaterfallProps) {
  const { axis, index, view, page } = contents
  const body = useRef<HTMLTableSectionElement>(null)
  const keys = useMemo(() => rows.map(row => rowRef(index, row)), [rows, index])
  const { window: drawn, rowHeight, hasStarted } = useRowWindow(body, keys, sent ?? { from: 0, to: rows.length })
  const { active, onKeyDown, onFocus } = useTreeKeys({ body, rows, keys, rowHeight, contents })
  const openNumber = view.span === undefined ? -1 : keys.indexOf(view.span)
  useOpenRowInSight({
    body,
    rowHeight,
    number: openNumber,
    span: view.span,
    tree: contents.tree,
    isOn: hasStarted && page === '',
  })
  const tabStop = active ?? Math.max(openNumber, 0)
  const numbers = rowNumbers(drawn, hasStarted ? [tabStop] : [], rows.length)
  useEffect(() => {
    onDrawn?.(rows.slice(drawn.from, drawn.to))
  }, [onDrawn, rows, drawn.from, drawn.to])

  const ticks = labelAxis(axis, since)
  const gapLines = drawGaps(axis)
  return (
    <div>
      <div className="panel waterfall-panel">
        {gapLines !== '' && (
          <svg className="gaps" viewBox={`0 0 ${AXIS_UNITS} 1`} preserveAspectRatio="none" aria-hidden="true">
            <path d={gapLines} />
          </svg>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is a tree is a treegrid */}
        <table className="waterfall" role="treegrid" aria-rowcount={rows.length + 1}>
          <caption className="visually-hidden">
            Span tree. Arrow keys move, expand and collapse; Escape closes the details.
          </caption>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className="tree">
                Span {head}
              </th>
              <th scope="col" className="took">
                Duration
              </th>
              <th scope="col" className="axis">
                <span className="visually-hidden">Timeline</span>
                <svg className="ticks" aria-hidden="true">
                  {ticks.map(({ at, label }) => (
                    <text key={at} x={`${at}%`} y="13" textAnchor={at === 0 ? 'start' : at > 95 ? 'end' : undefined}>
                      {label}
                    </text>
                  ))}
                </svg>
              </th>
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={onKeyDown} onFocus={onFocus}>
            {/* One list: a row that moves in it must stay the same element. */}
            {numbers.flatMap((number, i) => {
              const row = rows[number]
              if (row === undefined) return []
              const before = hasStarted ? (numbers[i - 1] ?? -1) + 1 : number
              return [
                number > before && <Spacer key={`before ${number}`} height={(number - before) * rowHeight} />,
                <WaterfallRow
                  key={keys[number]}
                  contents={contents}
                  row={row}
                  number={number}
                  isTabStop={hasStarted ? number === tabStop : undefined}
                />,
              ]
            })}
            {hasStarted && (
              <Spacer key="after" height={(rows.length - 1 - (numbers.at(-1) ?? rows.length - 1)) * rowHeight} />
            )}
          </tbody>
        </table>
      </div>
      {axis.gaps.length > 0 && (
        <p className="small muted">
          Idle time collapsed (dashed lines): {describeGaps(axis)}. Clock skew looks the same.
        </p>
      )}
      {!hasStarted && sent !== undefined && sent.to - sent.from < rows.length && page === '' && (
        <noscript>
          <RowPages {...{ sent, count: rows.length, contents }} />
        </noscript>
      )}
    </div>
  )
}

/** The room of rows that are not drawn; by an attribute, as the policy of the pages forbids styles. */
function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is no row of the tree
    <tr className="spacer" role="presentation">
      <td colSpan={3} role="presentation">
        <svg width="1" height={height} aria-hidden="true" />
      </td>
    </tr>
  )
}

interface RowPagesProps {
  readonly sent: RowWindow
  readonly count: number
  readonly contents: WaterfallContents
}

/** Without scripts: links to the rows before and after. */
function RowPages({ sent: { from, to }, count, contents: { view } }: RowPagesProps) {
  const number = Math.floor(from / ROWS_A_PAGE) + 1
  const address = (rowsPage: number) => writeTraceView({ ...view, span: undefined, rowsPage })
  return (
    <nav className="button-row" aria-label="Rows">
      {number > 1 && <a href={address(number - 1)}>Previous rows</a>}
      <span>
        Rows {formatCount(from + 1)} to {formatCount(to)} of {formatCount(count)}
      </span>
      {to < count && <a href={address(number + 1)}>Next rows</a>}
    </nav>
  )
}

interface OpenRowOptions {
  readonly body: RefObject<HTMLTableSectionElement | null>
  /** -1 if no row is open. */
  readonly number: number
  readonly rowHeight: number
  readonly tree: WaterfallContents['tree']
  readonly span: string | undefined
  readonly isOn: boolean
}

/** Scrolls to the open row when it is opened from elsewhere, and when the tree around it is another one; not when it is on the screen. */
function useOpenRowInSight({ body, number, rowHeight, tree, span, isOn }: OpenRowOptions) {
  const wanted = useRef<number | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: folding moves rows, which is no reason to scroll
  useEffect(() => {
    wanted.current = isOn && number >= 0 ? number : undefined
  }, [isOn, tree, span, number >= 0])
  // After every render, which may have drawn the row.
  useEffect(() => {
    const { current: open } = wanted
    const { current: table } = body
    if (open === undefined || table === null) return
    const row = table.querySelector<HTMLElement>(`tr[data-number="${open}"]`)
    if (row === null) {
      scrollToPlace(table, open * rowHeight)
      return
    }
    wanted.current = undefined
    if (!isInSight(row)) row.scrollIntoView({ block: 'start' })
  })
}

/** Scrolls so that the place of a row that is not drawn yet is a third of the screen from its top. */
function scrollToPlace(table: HTMLTableSectionElement, offset: number): void {
  window.scrollTo(0, window.scrollY + table.getBoundingClientRect().top + offset - window.innerHeight / 3)
}

/** True if nothing lies over it, such as the details of a span. */
function isInSight(row: HTMLElement): boolean {
  const { left, top, height } = row.getBoundingClientRect()
  const seen = document.elementFromPoint(left + 20, top + height / 2)
  return seen !== null && row.contains(seen)
}

/** The rows of a window, and others where they are. */
function rowNumbers({ from, to }: RowWindow, others: readonly number[], count: number): readonly number[] {
  const numbers = Array.from({ length: to - from }, (_, i) => from + i)
  const outside = others.filter(number => number < count && (number < from || number >= to))
  return outside.length === 0 ? numbers : [...numbers, ...outside].toSorted((a, b) => a - b)
}

interface TreeKeysOptions {
  readonly body: RefObject<HTMLTableSectionElement | null>
  readonly rows: readonly TreeRow[]
  readonly keys: readonly string[]
  readonly rowHeight: number
  readonly contents: WaterfallContents
}

/**
 * The keys of a tree, as of a treegrid: up and down move, left folds or goes to the parent, right unfolds or goes to the first child; with Shift,
 * up and down go to the first and last row.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/treegrid/
 */
function useTreeKeys({ body, rows, keys, rowHeight, contents: { view, page } }: TreeKeysOptions) {
  const navigate = useNavigate()
  const [activeKey, setActiveKey] = useState<string>()
  const wanted = useRef<number | undefined>(undefined)
  const active = activeKey === undefined ? -1 : keys.indexOf(activeKey)

  // After every render, which may have drawn the row.
  useEffect(() => {
    const { current: number } = wanted
    if (number === undefined) return
    const link = linkOf(body.current, number)
    if (link === null) return
    wanted.current = undefined
    link.focus({ preventScroll: true })
    link.scrollIntoView({ block: 'nearest' })
  })

  const focus = (number: number) => {
    const key = keys[number]
    if (key === undefined) return
    const { current: table } = body
    wanted.current = number
    // A row that is not drawn is drawn where it will be.
    if (table !== null && linkOf(table, number) === null) scrollToPlace(table, number * rowHeight)
    setActiveKey(key)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') {
      event.preventDefault()
      if (page === '') navigate(writeTraceView({ ...view, span: undefined }), KEEP_SCROLL_POSITION)
      return
    }
    const tr = event.target instanceof Element ? event.target.closest('tr') : null
    const number = Number(tr?.dataset['number'])
    const row = rows[number]
    if (row === undefined) return
    const action = readTreeKey(event)
    if (action === undefined) return
    event.preventDefault()
    const isOpen = row.hasChildren && row.folded === undefined
    if (typeof action === 'number') focus(Math.max(0, Math.min(rows.length - 1, number + action)))
    else if (action === (isOpen ? 'fold' : 'unfold') && row.hasChildren)
      tr?.querySelector<HTMLElement>('a.fold')?.click()
    else if (action === 'unfold' && isOpen) focus(number + 1)
    else if (action === 'fold') focus(rows.slice(0, number).findLastIndex(({ depth }) => depth < row.depth))
  }

  const onFocus = ({ target }: { readonly target: Element }) => {
    const key = keys[Number(target.closest('tr')?.dataset['number'])]
    if (key !== undefined) setActiveKey(key)
  }
  return { active: active < 0 ? undefined : active, onKeyDown, onFocus }
}

const linkOf = (table: HTMLTableSectionElement | null, number: number) =>
  table?.querySelector<HTMLElement>(`tr[data-number="${number}"] a[data-span]`) ?? null

const PAGE = 20

/** The number of rows to move, or what to do with the row. */
function readTreeKey({ key, shiftKey }: KeyboardEvent): number | 'fold' | 'unfold' | undefined {
  const end = Number.MAX_SAFE_INTEGER
  if (key === 'ArrowDown') return shiftKey ? end : 1
  if (key === 'ArrowUp') return shiftKey ? -end : -1
  if (shiftKey) return undefined
  return ({ Home: -end, End: end, PageDown: PAGE, PageUp: -PAGE, ArrowLeft: 'fold', ArrowRight: 'unfold' } as const)[
    key
  ]
}
