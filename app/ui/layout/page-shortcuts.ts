import { checkFocusedRowIfNone } from './select-row.ts'

/** Keys that a page may have a meaning for, as `aria-keyshortcuts` writes them, by what the keyboard says. */
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

/** What the page has for a key: the first that says so. */
export function findShortcut(key: string): HTMLElement | null {
  return document.querySelector(`main [aria-keyshortcuts="${PAGE_SHORTCUTS[key]}"]`)
}

/** Presses a button or a link, which acts on the focused row where none is chosen; a field is shown and takes the focus. */
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
