import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Rows drawn beyond each edge of the screen, and steps in which the window moves. */
const BESIDE = 24
const STEP = 12

/** A range of rows, half-open. */
export interface RowWindow {
  readonly from: number
  readonly to: number
}

/**
 * Which rows of a long table are drawn: until the page has started those that the server sent, then those near the screen.
 *
 * @param keys of all rows; what is on the screen stays where it is when they change
 * @param sent the rows that the server sent
 */
export function useRowWindow(
  body: RefObject<HTMLTableSectionElement | null>,
  keys: readonly string[],
  sent: RowWindow,
): { readonly window: RowWindow; readonly rowHeight: number; readonly hasStarted: boolean } {
  const [state, setState] = useState({ window: sent, rowHeight: 0, hasStarted: false })
  const anchor = useRef<{ readonly key: string; readonly top: number } | undefined>(undefined)
  const count = keys.length
  const { hasStarted } = state

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the rows change
  useLayoutEffect(() => {
    const table = body.current
    const kept = anchor.current
    if (table === null || kept === undefined || state.rowHeight === 0) return
    const number = keys.indexOf(kept.key)
    if (number < 0) return
    const top = table.getBoundingClientRect().top + number * state.rowHeight
    if (Math.abs(top - kept.top) > 1) window.scrollBy(0, top - kept.top)
  }, [keys, hasStarted])

  useEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      const table = body.current
      if (table === null) return
      const rows = [...table.querySelectorAll<HTMLTableRowElement>('tr[data-number]:not([aria-current])')]
      const rowHeight = rows[0]?.getBoundingClientRect().height || DEFAULT_HEIGHT
      const { top } = table.getBoundingClientRect()
      // The rows above those that the server sent get their room when the page has started.
      const first = Math.floor(-top / rowHeight) + (hasStarted ? 0 : sent.from)
      const from = clamp(Math.floor((first - BESIDE) / STEP) * STEP, count)
      const to = clamp(Math.ceil((first + window.innerHeight / rowHeight + BESIDE) / STEP) * STEP, count)
      const seen = rows.find(row => row.getBoundingClientRect().top >= 0)
      const number = Number(seen?.dataset['number'])
      const key = keys[number]
      anchor.current =
        seen === undefined || key === undefined || (window.scrollY === 0 && (hasStarted || sent.from === 0))
          ? undefined
          : { key, top: seen.getBoundingClientRect().top }
      setState(before =>
        before.hasStarted && before.window.from === from && before.window.to === to && before.rowHeight === rowHeight
          ? before
          : { window: { from, to }, rowHeight, hasStarted: true },
      )
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onScroll)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onScroll)
    }
  }, [body, count, keys, hasStarted, sent.from])

  const { from, to } = state.window
  return { ...state, window: { from: clamp(from, count), to: clamp(to, count) } }
}

/** Where no row is drawn yet. */
const DEFAULT_HEIGHT = 28

const clamp = (number: number, count: number) => Math.max(0, Math.min(count, number))
