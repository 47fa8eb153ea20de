import { type DragEvent, type PointerEvent, useEffect, useState } from 'react'

interface Stretch {
  readonly first: number
  readonly last: number
}

/**
 * Chooses a stretch of slots by drag. A press without a move stays the click that it was, and Escape gives up.
 *
 * @param choose called with the first and the last slot
 */
export function useBrush(slots: number, choose: (first: number, last: number) => void) {
  const [drag, setDrag] = useState<{ from: number; to: number }>()
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
  const stretch: Stretch | undefined = drag && {
    first: Math.min(drag.from, drag.to),
    last: Math.max(drag.from, drag.to),
  }
  const isWide = stretch !== undefined && stretch.last > stretch.first
  const share = (part: number) => `${Number(((part / slots) * 100).toFixed(2))}%`
  return {
    chosen: isWide ? { x: share(stretch.first), width: share(stretch.last - stretch.first + 1) } : undefined,
    of: (index: number) => ({
      onPointerDown(event: PointerEvent) {
        // A finger scrolls the page; a slot of its own is still a link to it.
        if (event.button === 0 && event.pointerType === 'mouse') setDrag({ from: index, to: index })
      },
      onPointerEnter() {
        if (drag !== undefined && drag.to !== index) setDrag({ ...drag, to: index })
      },
      onPointerUp() {
        // No click of a link follows: it was pressed on another than it was let go on.
        if (isWide) choose(stretch.first, stretch.last)
      },
      onDragStart: (event: DragEvent) => event.preventDefault(),
    }),
  }
}
