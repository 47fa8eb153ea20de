import { StoreError } from '../store-error.ts'

/**
 * Reads rows that are in the order of their issues, page by page: what is derived from a part of a log would be wrong.
 *
 * @param pageRows The limit of `ask`; more than any issue has rows.
 * @param ask Gets the rows behind an issue; '' from the beginning.
 * @throws {StoreError} `unreadable` if an issue has so many rows. And any kind of `ask`.
 */
export async function readByIssue<Row extends { readonly issue: string }>(
  pageRows: number,
  ask: (afterIssue: string) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = []
  for (;;) {
    const page = await ask(all.at(-1)?.issue ?? '')
    if (page.length < pageRows) return [...all, ...page]
    // The rest of the last issue may be on the next page.
    const last = page.at(-1)?.issue
    const whole = page.filter(({ issue }) => issue !== last)
    if (whole.length === 0) throw new StoreError('unreadable', new Error(`${last} has ${pageRows} rows or more`))
    for (const row of whole) all.push(row)
  }
}
