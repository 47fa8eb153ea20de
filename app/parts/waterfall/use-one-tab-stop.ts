import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Makes the rows of a table body one tab stop: the row that last had the focus, else the selected one or the first. Set on the elements,
 * because rendering thousands of rows for a move of the focus is slow; without scripts each link is a tab stop.
 */
export function useSingleTabStopForRows() {
  const body = useRef<HTMLTableSectionElement>(null)
  const last = useRef<HTMLTableRowElement>(null)
  // After every render, which may add rows.
  useEffect(() => {
    if (body.current === null) return
    const focused = last.current?.isConnected ? last.current : undefined
    const row = focused ?? body.current.querySelector<HTMLTableRowElement>('tr[aria-current]') ?? body.current.rows[0]
    if (row !== undefined) setTabStop(body.current, row)
  })
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLTableSectionElement>) => {
    const row = target.closest('tr')
    if (row === null) return
    last.current = row
    setTabStop(currentTarget, row)
  }
  return { ref: body, onFocus }
}

function setTabStop(body: HTMLTableSectionElement, row: HTMLTableRowElement): void {
  for (const link of body.querySelectorAll('a')) {
    const tabIndex = row.contains(link) ? 0 : -1
    if (link.tabIndex !== tabIndex) link.tabIndex = tabIndex
  }
}
