import { type PointerEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { TreeRow } from '../../../trace/choose-rows.ts'
import type { TimeAxis, TimeInterval } from '../../../trace/time-axis.ts'
import type { TraceTree } from '../../../trace/trace-tree.ts'
import { KEEP_SCROLL_POSITION } from '../../parts/waterfall/waterfall-row.tsx'
import { useSeriesClasses } from '../../ui/links/service-name.tsx'
import { type TraceView, writeTraceView } from '../../url/trace-view.ts'
import { COLUMNS, drawMinimap } from './draw-minimap.ts'

interface MinimapProps {
  readonly tree: TraceTree
  /** Of all rows, not zoomed. */
  readonly axis: TimeAxis
  readonly rows: readonly TreeRow[]
  readonly shifts: Float64Array | undefined
  readonly view: TraceView
  /** The part of the time that is shown; `undefined` for all. */
  readonly zoom: TimeInterval | undefined
}

/** Less is a click. */
const MIN_DRAG = 0.005

/** All rows of a trace, drawn small, with the part of the time that the waterfall shows. Dragging over it zooms. */
export function Minimap({ tree, axis, rows, shifts, view, zoom }: MinimapProps) {
  const { lines, services, failed } = useMemo(
    () => drawMinimap({ tree, axis, rows, shifts }),
    [tree, axis, rows, shifts],
  )
  const classOf = useSeriesClasses()
  const { drag, ...onDrag } = useDrag(axis, view)
  const [from, to] = drag ?? (zoom === undefined ? [0, 1] : [axis.place(zoom.from), axis.place(zoom.to)])
  return (
    <svg
      className="panel minimap"
      viewBox={`0 0 ${COLUMNS} ${lines}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      {...onDrag}
    >
      {services.map(({ service, path }) => (
        <path key={service} className={`cells ${classOf(service)}`} d={path} />
      ))}
      {failed !== '' && <path className="cells failed" d={failed} />}
      <rect className="outside" width={Math.max(0, from) * COLUMNS} height={lines} />
      <rect className="outside" x={to * COLUMNS} width={Math.max(0, 1 - to) * COLUMNS} height={lines} />
    </svg>
  )
}

/** The part that is dragged over, 0 to 1; at its end the view shows it. */
function useDrag(axis: TimeAxis, view: TraceView) {
  const navigate = useNavigate()
  const [start, setStart] = useState<number>()
  const [end, setEnd] = useState(0)
  const placeOf = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(1, (clientX - left) / width))
  }
  const drag = start === undefined ? undefined : ([Math.min(start, end), Math.max(start, end)] as const)
  return {
    drag,
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setStart(placeOf(event))
      setEnd(placeOf(event))
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      if (start !== undefined) setEnd(placeOf(event))
    },
    onPointerUp: () => {
      setStart(undefined)
      if (drag === undefined || drag[1] - drag[0] < MIN_DRAG) return
      const zoom = { from: axis.timeAt(drag[0]), to: axis.timeAt(drag[1]) }
      navigate(writeTraceView({ ...view, zoom }), KEEP_SCROLL_POSITION)
    },
    onPointerCancel: () => setStart(undefined),
  }
}
