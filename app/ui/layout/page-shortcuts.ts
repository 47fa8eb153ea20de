import { checkFocusedRowIfNone } from './select-row.ts'

/** Keys that pages may use, by `KeyboardEvent.key`. */
const PAGE_KEYS = 'eEmaiuw.[]12345fF'

/** The first element of the page with that shortcut in `aria-keyshortcuts`. */
export function findShortcut(key: string): HTMLElement | null {
  if (!PAGE_KEYS.includes(key)) return null
  return document.querySelector(`main [aria-keyshortcuts="${/[A-Z]/.test(key) ? `Shift+${key}` : key}"]`)
}

/** Clicks a button or link, which acts on the focused row if none is selected; a field is scrolled into view and focused. */
export function pressShortcut(target: HTMLElement): void {
  const form = target.closest('form')
  if (form !== null) checkFocusedRowIfNone(form)
  if (target.matches('a, button')) {
    target.click()
  } else {
    target.closest('details')?.setAttribute('open', '')
    target.closest<HTMLElement>('[popover]')?.showPopover()
    target.focus()
  }
}
