import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ScopeChoices } from './site-header.tsx'

/** Loaded at the first key that asks for them: a page does without. */
const Palette = lazy(() => import('./palette.tsx'))
const KeySheet = lazy(() => import('./key-sheet.tsx'))

type Open = 'palette' | 'sheet' | undefined

/** What keys do on every page, and where the focus goes when there is another page. Nothing that it does is not done by a link as well. */
export function Keyboard({ choices }: { readonly choices: ScopeChoices }) {
  const [open, setOpen] = useState<Open>()
  useFocusOnHeading()

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const asked = readKey(event)
      if (asked === undefined) return
      event.preventDefault()
      if (asked === 'next' || asked === 'previous') moveInList(asked === 'next' ? 1 : -1)
      else setOpen(asked)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  const close = () => setOpen(undefined)
  return (
    <Suspense>
      {open === 'palette' && <Palette choices={choices} onClose={close} />}
      {open === 'sheet' && <KeySheet onClose={close} />}
    </Suspense>
  )
}

/** What a key asks for here; `undefined` for what is typed into a field, and while a dialog is open. */
function readKey(event: KeyboardEvent): 'palette' | 'sheet' | 'next' | 'previous' | undefined {
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return undefined
  const isChord = event.metaKey || event.ctrlKey
  if (isChord && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') return 'palette'
  if (isChord || event.altKey) return undefined
  const { target } = event
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))) {
    return undefined
  }
  return ({ '/': 'palette', '?': 'sheet', j: 'next', k: 'previous' } as const)[event.key]
}

/** Rows of lists, spans of a waterfall: in the order in which they stand on the page. */
function moveInList(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main :is([data-row], [data-span])')]
  const at = rows.findIndex(row => row.matches(':focus'))
  const row = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))]
  row?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

/** After a navigation the focus would lie on nothing: it goes to the heading, unless the address leads to another place of the page. */
function useFocusOnHeading(): void {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (pathname === shown.current) return
    shown.current = pathname
    const heading = document.querySelector<HTMLElement>('main h1')
    if (hash !== '' || heading === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname, hash])
}
