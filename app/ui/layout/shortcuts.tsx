import { type ComponentType, useCallback, useEffect, useState } from 'react'
import type { ScopeChoices } from './header-data.ts'
import { findShortcut, pressShortcut } from './page-shortcuts.ts'
import type { PaletteProps } from './palette.tsx'
import { moveTableRowFocus, toggleFocusedRow } from './select-row.ts'
import { hasSingleKeyShortcuts } from './single-key-shortcuts.ts'
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts'

/** Loaded when first used. */
const DIALOGS = {
  palette: () => import('./palette.tsx'),
  sheet: () => import('./shortcut-sheet.tsx'),
}

/** Keyboard shortcuts of every page, and the focus after navigations. Every shortcut has an equivalent link. */
export function Shortcuts({ choices }: { readonly choices: ScopeChoices }) {
  const [Open, setOpen] = useState<ComponentType<PaletteProps>>()
  useFocusAfterNavigation()

  // Not with `lazy`: React would delay it for 300 ms.
  const open = useCallback(async (dialog: keyof typeof DIALOGS) => {
    const { default: Shown } = await DIALOGS[dialog]()
    setOpen(() => Shown)
  }, [])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leaveField(event)
      const asked = readKey(event)
      const target = isSingleKeyShortcut(event) ? findShortcut(event.key) : null
      if (target !== null) {
        event.preventDefault()
        return pressShortcut(target)
      }
      if (asked === undefined) return
      event.preventDefault()
      if (asked === 'palette' || asked === 'sheet') void open(asked)
      else ACTIONS[asked]()
    }
    // Captured before React, which stops key events of parts whose code is still loading.
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [open])

  // Another dialog may have been opened meanwhile.
  const close = () => setOpen((now: typeof Open) => (now === Open ? undefined : now))
  return Open && <Open choices={choices} onClose={close} onKeys={() => void open('sheet')} />
}

const ACTIONS = {
  next: () => moveTableRowFocus(1),
  previous: () => moveTableRowFocus(-1),
  select: () => toggleFocusedRow(false),
  'select to here': () => toggleFocusedRow(true),
} as const

const TARGET_BY_KEY: Readonly<Record<string, keyof typeof DIALOGS | keyof typeof ACTIONS>> = {
  '/': 'palette',
  '?': 'sheet',
  j: 'next',
  k: 'previous',
  x: 'select',
  X: 'select to here',
}

/** The action of a key on every page; `undefined` if it has none. */
function readKey(event: KeyboardEvent): (typeof TARGET_BY_KEY)[string] | undefined {
  const isChord = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey
  if (isChord && event.key.toLowerCase() === 'k' && isShortcutAllowed(event)) return 'palette'
  return isSingleKeyShortcut(event) && Object.hasOwn(TARGET_BY_KEY, event.key) ? TARGET_BY_KEY[event.key] : undefined
}

/** Not while a dialog is open. */
const isShortcutAllowed = (event: KeyboardEvent) =>
  !event.defaultPrevented && document.querySelector('dialog:popover-open') === null

/** A single-character key that is not typed into a field, if such shortcuts are on. */
function isSingleKeyShortcut(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || !isShortcutAllowed(event) || !hasSingleKeyShortcuts())
    return false
  return !isField(event.target)
}

const FIELD_SELECTOR = 'input:not([type="checkbox"], [type="radio"]), select, textarea'
/** If nothing had the focus before, it stays for a frame in the field of a closed dialog. */
const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches(FIELD_SELECTOR)) &&
  target.checkVisibility()

/** Leaves the field, so that shortcuts work again. */
function leaveField({ target }: KeyboardEvent): void {
  if (isField(target) && target instanceof HTMLElement && target.closest('main') !== null) target.blur()
}
