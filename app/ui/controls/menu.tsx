import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'

interface MenuProps {
  readonly label: string
  /** Visible text of the button; the label is for screen readers. @default the label and an arrow */
  readonly text?: string
  readonly keys?: string
  readonly children: ReactNode
}

/** A button that opens a menu: a native popover, so it works without scripts. A navigation closes it. */
export function Menu({ label, text, keys, children }: MenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const shownAt = useRef(key)
  useEffect(() => {
    // Hydration is no navigation: a menu that was opened before it stays open.
    if (shownAt.current !== key) menu.current?.hidePopover()
    shownAt.current = key
  }, [key])
  // The browser focuses it while opening, before the next key; a toggle event comes later. React does not write this attribute.
  useEffect(() => menu.current?.querySelector('a, button, input')?.setAttribute('autofocus', ''))
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={text && label} aria-keyshortcuts={keys}>
        {text ?? `${label} ▾`}
      </button>
      <div ref={menu} id={id} popover="auto" className="menu">
        {children}
      </div>
    </>
  )
}
