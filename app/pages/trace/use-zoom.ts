import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { changeZoom, type ZoomChange } from '../../../trace/change-zoom.ts'
import type { TimeAxis, TimeInterval } from '../../../trace/time-axis.ts'
import { KEEP_SCROLL_POSITION } from '../../parts/waterfall/waterfall-row.tsx'
import { type TraceView, writeTraceView } from '../../url/trace-view.ts'

/** A gesture ends this long after its last event, and becomes one step of the history. */
const GESTURE_MS = 250
const STEP = 0.7
const PAN = 0.2

/**
 * The part of a time axis that is drawn: by the address, and while a gesture lasts by it. Ctrl and wheel zoom at the pointer, Shift and wheel pan; with
 * the focus in the tree `+`, `-` and `0` zoom, and Shift with the arrows left and right pans.
 *
 * @param whole the axis that is not zoomed
 * @param area around the waterfall
 */
export function useZoom(whole: TimeAxis, view: TraceView, area: RefObject<HTMLElement | null>) {
  const navigate = useNavigate()
  const [gesture, setGesture] = useState<{ readonly zoom: TimeInterval | undefined }>()
  const zoom = gesture === undefined ? view.zoom : gesture.zoom
  const change = (by: ZoomChange) => setGesture({ zoom: changeZoom(whole, zoom, by) })
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })

  useEffect(() => {
    if (gesture === undefined) return
    const end = () => {
      navigate(writeTraceView({ ...view, zoom: gesture.zoom }), KEEP_SCROLL_POSITION)
      setGesture(undefined)
    }
    const timer = setTimeout(end, GESTURE_MS)
    return () => clearTimeout(timer)
  }, [gesture, navigate, view])

  useEffect(() => {
    const { current: element } = area
    if (element === null) return
    const onWheel = (event: WheelEvent) => {
      const isZoom = event.ctrlKey || event.metaKey
      if (!isZoom && !event.shiftKey) return
      event.preventDefault()
      const delta = event.deltaY || event.deltaX
      if (isZoom) latest.current({ factor: STEP ** Math.sign(-delta), around: placeOnAxis(element, event.clientX) })
      else latest.current({ move: PAN * Math.sign(delta) })
    }
    // React's listeners are passive, and could not keep the page from zooming.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [area])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !isInTree(event.target)) return
    const by = readZoomKey(event)
    if (by === undefined) return
    event.preventDefault()
    change(by)
  }
  return { zoom, onKeyDown }
}

const isInTree = (target: EventTarget) => target instanceof Element && target.closest('.waterfall tbody') !== null

function readZoomKey({ key, shiftKey }: KeyboardEvent): ZoomChange | undefined {
  if (key === '+' || key === '=') return { factor: STEP }
  if (key === '-') return { factor: 1 / STEP }
  if (key === '0') return { factor: Number.POSITIVE_INFINITY }
  if (shiftKey && key === 'ArrowLeft') return { move: -PAN }
  if (shiftKey && key === 'ArrowRight') return { move: PAN }
  return undefined
}

/** The place on the axis of a point of the screen, 0 to 1. */
function placeOnAxis(element: HTMLElement, x: number): number {
  const { left = 0, width = 1 } = element.querySelector('.waterfall .ticks')?.getBoundingClientRect() ?? {}
  return Math.max(0, Math.min(1, (x - left) / width))
}
