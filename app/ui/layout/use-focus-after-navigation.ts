import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** A reader's place on a page: the URL of the last focused row, and the selected rows. */
interface FocusPlace {
  row: string | undefined
  selected: readonly string[]
}

/**
 * A navigation loses the focus, as does following a link that then disappears: it moves to the heading, or to the element that the URL
 * names. Back and forward restore the row that had it, and the selected rows.
 */
export function useFocusAfterNavigation(): void {
  const { key, pathname, search, hash } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const shown = useRef({ pathname, search })
  const places = useRef(new Map<string, FocusPlace>())

  // Before the reader can press a key, which would set out from the element that has gone.
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { pathname, search }
    const place = places.current.get(key)
    if (isReturn && place !== undefined && pathname !== before.pathname && restore(place)) return
    const isLost = search !== before.search && document.activeElement === document.body
    if (pathname === before.pathname && !isLost) return
    focusPlace(hash)
  }, [key, isReturn, pathname, search, hash])

  useEffect(() => {
    const place: FocusPlace = places.current.get(key) ?? { row: undefined, selected: [] }
    const remember = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('main') === null) return
      places.current.set(key, place)
      const row = target.closest(ROW_SELECTOR)?.getAttribute('href') ?? undefined
      if (row !== undefined) place.row = row
      if (target.matches(CHECKBOX_SELECTOR))
        place.selected = boxes().flatMap(({ checked, value }) => (checked ? [value] : []))
    }
    const events = ['focusin', 'click', 'change']
    for (const name of events) document.addEventListener(name, remember, { capture: true })
    return () => {
      for (const name of events) document.removeEventListener(name, remember, { capture: true })
    }
  }, [key])
}

const ROW_SELECTOR = ':is([data-row], [data-span])'
const CHECKBOX_SELECTOR = 'main td input[type="checkbox"]'
const boxes = () => [...document.querySelectorAll<HTMLInputElement>(CHECKBOX_SELECTOR)]

/** @returns false if the row no longer exists */
function restore({ row, selected }: FocusPlace): boolean {
  // A click, so that listeners are called.
  for (const box of boxes()) if (selected.includes(box.value) !== box.checked) box.click()
  const link = [...document.querySelectorAll<HTMLElement>(`main ${ROW_SELECTOR}`)].find(
    element => element.getAttribute('href') === row,
  )
  link?.focus({ preventScroll: true })
  return link !== undefined
}

function focusPlace(hash: string): void {
  const place = hash === '' ? null : document.getElementById(hash.slice(1))
  // In a span's row, keyboard navigation continues from the link.
  const row = place?.querySelector<HTMLElement>('[data-span]')
  const target = row ?? place ?? document.querySelector<HTMLElement>('main h1')
  if (target === null) return
  if (target !== row) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
