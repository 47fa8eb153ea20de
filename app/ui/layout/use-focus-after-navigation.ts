import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** What a reader had in hand on a page: the row that had the focus last, by its address, and the rows that were selected. */
interface Place {
  row: string | undefined
  selected: readonly string[]
}

/**
 * After a navigation the focus would lie on nothing, as it does within a page once the link is gone that led on: it goes to the heading, or
 * to the place of the page that the address leads to. Back and forward return it to the row that it was on, with the rows that were selected.
 */
export function useFocusAfterNavigation(): void {
  const { key, pathname, search, hash } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const shown = useRef({ pathname, search })
  const places = useRef(new Map<string, Place>())

  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, search }
    const place = places.current.get(key)
    if (isReturn && place !== undefined && pathname !== before.pathname && restore(place)) return
    const isLost = search !== before.search && document.activeElement === document.body
    if (pathname === before.pathname && !isLost) return
    focusPlace(hash)
  }, [key, isReturn, pathname, search, hash])

  useEffect(() => {
    const place: Place = places.current.get(key) ?? { row: undefined, selected: [] }
    const remember = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('main') === null) return
      places.current.set(key, place)
      const row = target.closest(ROW)?.getAttribute('href') ?? undefined
      if (row !== undefined) place.row = row
      if (target.matches(BOX)) place.selected = boxes().flatMap(({ checked, value }) => (checked ? [value] : []))
    }
    const events = ['focusin', 'click', 'change']
    for (const name of events) document.addEventListener(name, remember, { capture: true })
    return () => {
      for (const name of events) document.removeEventListener(name, remember, { capture: true })
    }
  }, [key])
}

const ROW = ':is([data-row], [data-span])'
const BOX = 'main td input[type="checkbox"]'
const boxes = () => [...document.querySelectorAll<HTMLInputElement>(BOX)]

/** @returns false where the row is there no longer */
function restore({ row, selected }: Place): boolean {
  // A click, so that listeners are called.
  for (const box of boxes()) if (selected.includes(box.value) !== box.checked) box.click()
  const link = [...document.querySelectorAll<HTMLElement>(`main ${ROW}`)].find(
    element => element.getAttribute('href') === row,
  )
  link?.focus({ preventScroll: true })
  return link !== undefined
}

function focusPlace(hash: string): void {
  const place = hash === '' ? null : document.getElementById(hash.slice(1))
  // Of a span's row the link is what keys go on from.
  const row = place?.querySelector<HTMLElement>('[data-span]')
  const target = row ?? place ?? document.querySelector<HTMLElement>('main h1')
  if (target === null) return
  if (target !== row) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
