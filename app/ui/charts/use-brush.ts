import { type DragEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { HorizontalExtent } from './chart-model.ts'

/** The selection, including both ends. */
interface BrushedArea {
  readonly first: number
  readonly last: number
  /** Bands, from 0 at the bottom. */
  readonly lowest: number
  readonly highest: number
}

interface ChartCell {
  readonly bucket: number
  readonly band: number
}

interface PlotGeometry {
  /** Where each lies. */
  readonly buckets: readonly HorizontalExtent[]
  /** Without bands a stretch of buckets is chosen. @default 1 */
  readonly bands?: number
}

/** Selects buckets and bands by drag. A press without a move is a click, and Escape cancels. */
export function useBrush({ buckets, bands = 1 }: PlotGeometry, choose: (area: BrushedArea) => void) {
  const [drag, setDrag] = useState<{ from: ChartCell; to: ChartCell }>()
  const hasChosen = useRef(false)
  const under = drag !== undefined
  useEffect(() => {
    if (!under) return
    const giveUp = (event: KeyboardEvent | Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      setDrag(undefined)
    }
    addEventListener('keydown', giveUp)
    addEventListener('pointercancel', giveUp)
    addEventListener('pointerup', giveUp)
    return () => {
      removeEventListener('keydown', giveUp)
      removeEventListener('pointercancel', giveUp)
      removeEventListener('pointerup', giveUp)
    }
  }, [under])
  const area = drag && areaOf(drag.from, drag.to)
  const isWide = area !== undefined && (area.last > area.first || area.highest > area.lowest)
  const cellOf = (bucket: number, event: PointerEvent): ChartCell => {
    const { bottom, height } = event.currentTarget.getBoundingClientRect()
    const band = Math.floor(((bottom - event.clientY) / Math.max(1, height)) * bands)
    return { bucket, band: Math.max(0, Math.min(bands - 1, band)) }
  }
  return {
    chosen: isWide ? rectangleOf(area, { buckets, bands }) : undefined,
    of: (index: number) => ({
      onPointerDown(event: PointerEvent) {
        hasChosen.current = false
        const from = cellOf(index, event)
        // A finger scrolls the page; buckets are still links to it.
        if (event.button === 0 && event.pointerType === 'mouse') setDrag({ from, to: from })
      },
      onPointerMove(event: PointerEvent) {
        const to = cellOf(index, event)
        if (drag !== undefined && (drag.to.bucket !== to.bucket || drag.to.band !== to.band)) setDrag({ ...drag, to })
      },
      onPointerUp() {
        hasChosen.current = isWide
        if (isWide) choose(area)
      },
      // Bands of one bucket share a link, which a drag along them would click; a click with detail 0 comes from a key.
      onClick: (event: MouseEvent) => event.detail > 0 && hasChosen.current && event.preventDefault(),
      onDragStart: (event: DragEvent) => event.preventDefault(),
    }),
  }
}

function areaOf(from: ChartCell, to: ChartCell): BrushedArea {
  return {
    first: Math.min(from.bucket, to.bucket),
    last: Math.max(from.bucket, to.bucket),
    lowest: Math.min(from.band, to.band),
    highest: Math.max(from.band, to.band),
  }
}

function rectangleOf({ first, last, lowest, highest }: BrushedArea, { buckets, bands }: Required<PlotGeometry>) {
  const share = (part: number, whole: number) => `${Number(((part / whole) * 100).toFixed(2))}%`
  const [from, to] = [toPixels(buckets[first]), toPixels(buckets[last])]
  return {
    x: share(from.x, 100),
    width: share(to.x + to.width - from.x, 100),
    y: share(bands - 1 - highest, bands),
    height: share(highest - lowest + 1, bands),
  }
}

const toPixels = (of: HorizontalExtent | undefined) => ({
  x: Number.parseFloat(of?.x ?? '0'),
  width: Number.parseFloat(of?.width ?? '0'),
})
