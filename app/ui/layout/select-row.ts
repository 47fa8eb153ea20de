/** Rows of lists and spans of a waterfall, in page order. */
function rowsOfPage() {
  const rows = [...document.querySelectorAll<HTMLElement>('main :is([data-row], [data-span])')]
  return { rows, at: rows.findIndex(row => row.matches(':focus')) }
}

/** Moves the focus to the next or previous row; at first to the first one. */
export function moveTableRowFocus(step: 1 | -1): void {
  const { rows, at } = rowsOfPage()
  const row = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))]
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

const CHECKBOX_SELECTOR = 'input[type="checkbox"]'

/** Checks the box of the focused row if no row of the form is checked. */
export function checkFocusedRowIfNone(form: HTMLFormElement): void {
  if (form.querySelector(`${CHECKBOX_SELECTOR}:checked`) !== null) return
  const { rows, at } = rowsOfPage()
  const row = rows[at]
  if (row !== undefined && form.contains(row))
    row.closest('tr')?.querySelector<HTMLInputElement>(CHECKBOX_SELECTOR)?.click()
}

let lastChecked: HTMLInputElement | undefined

/**
 * Toggles the box of the focused row; with `toLast` sets all rows since the last toggled one to its state. A list without boxes has nothing
 * to select.
 */
export function toggleFocusedRow(toLast: boolean): void {
  const { rows, at } = rowsOfPage()
  const boxOf = (row: HTMLElement | undefined) =>
    row?.closest('tr')?.querySelector<HTMLInputElement>(CHECKBOX_SELECTOR) ?? undefined
  const box = boxOf(rows[at])
  if (box === undefined) return
  const from = toLast ? rows.findIndex(row => lastChecked !== undefined && boxOf(row) === lastChecked) : -1
  if (from < 0 || lastChecked === undefined) box.click()
  else {
    const { checked } = lastChecked
    for (const row of rows.slice(Math.min(from, at), Math.max(from, at) + 1)) {
      const other = boxOf(row)
      // A click, so that listeners are notified.
      if (other !== undefined && other.checked !== checked) other.click()
    }
  }
  lastChecked = box
}
