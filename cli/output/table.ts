import { showText } from './show-text.ts'

/** A column of a table of rows. */
export interface Column<Row> {
  readonly title: string
  readonly isNumber?: boolean
  /** The text that senders wrote: the table shows what a terminal would obey. */
  readonly cell: (row: Row) => string
}

/** Characters that take two places, in terminals that have letters of their width. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u
const segmenter = new Intl.Segmenter()

/**
 * Lays out rows as lines of a terminal, with titles above.
 *
 * @param width places of a line, for a terminal: the last column is cut. Without it, nothing is.
 */
export function layTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width?: number): string[] {
  const cells = [
    columns.map(({ title }) => title.toUpperCase()),
    ...rows.map(row => columns.map(({ cell }) => showText(cell(row)))),
  ]
  const widths = columns.map((_, i) => Math.max(...cells.map(row => placesOf(row[i] ?? ''))))
  return cells.map(row => {
    const line = row.map((cell, i) => pad(cell, widths[i] ?? 0, columns[i]?.isNumber ?? false)).join('  ')
    return width === undefined ? line.trimEnd() : cut(line.trimEnd(), width)
  })
}

function placesOf(text: string): number {
  let places = 0
  for (const { segment } of segmenter.segment(text)) places += WIDE.test(segment) ? 2 : 1
  return places
}

function pad(text: string, width: number, isNumber: boolean): string {
  const space = ' '.repeat(width - placesOf(text))
  return isNumber ? space + text : text + space
}

function cut(text: string, width: number): string {
  if (placesOf(text) <= width) return text
  let shown = ''
  let places = 0
  for (const { segment } of segmenter.segment(text)) {
    places += WIDE.test(segment) ? 2 : 1
    if (places > width - 1) break
    shown += segment
  }
  return `${shown}…`
}
