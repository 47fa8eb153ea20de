import { checkFocusedRowIfNone } from './select-row.ts'

/** Keys that pages may use, as written in `aria-keyshortcuts`, by `KeyboardEvent.key`. */
export const PAGE_SHORTCUTS: Readonly<Record<string, string>> = {
  e: 'e',
  E: 'Shift+E',
  m: 'm',
  a: 'a',
  i: 'i',
  u: 'u',
  '[': '[',
  ']': ']',
}

/** The first element of the page with that shortcut. */
export function findShortcut(key: string): HTMLElement | null {
  return document.querySelector(`main [aria-keyshortcuts="${PAGE_SHORTCUTS[key]}"]`)
}

/** Clicks a button or link, which acts on the focused row if none is selected; a field is scrolled into view and focused. */
export function pressShortcut(target: HTMLElement): void {
  const form = target.closest('form')
  if (form !== null) checkFocusedRowIfNone(form)
  if (target.matches('a, button')) {
    target.click()
    // Now, not with the menu's own event: that is a task later, when the next key may have been pressed already.
    document.querySelector<HTMLElement>('.menu:popover-open :is(a, button, input)')?.focus()
  } else {
    target.closest('details')?.setAttribute('open', '')
    target.closest<HTMLElement>('[popover]')?.showPopover()
    target.focus()
  }
}
