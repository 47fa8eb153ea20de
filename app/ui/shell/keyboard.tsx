import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { hasLetterKeys } from './letter-keys.ts'
import { moveInList, selectRow } from './select-row.ts'
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
      if (asked === 'palette' || asked === 'sheet') setOpen(asked)
      else DOES[asked]()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  const close = () => setOpen(undefined)
  return (
    <Suspense>
      {open === 'palette' && <Palette choices={choices} onClose={close} onKeys={() => setOpen('sheet')} />}
      {open === 'sheet' && <KeySheet onClose={close} />}
    </Suspense>
  )
}

const DOES = {
  next: () => moveInList(1),
  previous: () => moveInList(-1),
  select: () => selectRow(false),
  'select to here': () => selectRow(true),
} as const

const KEYS: Readonly<Record<string, 'palette' | 'sheet' | keyof typeof DOES>> = {
  '/': 'palette',
  '?': 'sheet',
  j: 'next',
  k: 'previous',
  x: 'select',
  X: 'select to here',
}

/** What a key asks for here; `undefined` for what is typed into a field, and while a dialog is open. */
function readKey(event: KeyboardEvent): (typeof KEYS)[string] | undefined {
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return undefined
  const isChord = event.metaKey || event.ctrlKey
  if (isChord && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') return 'palette'
  if (isChord || event.altKey || !Object.hasOwn(KEYS, event.key) || !hasLetterKeys()) return undefined
  const { target } = event
  const isTyped = 'input:not([type="checkbox"], [type="radio"]), select, textarea'
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches(isTyped))) return undefined
  return KEYS[event.key]
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
