import type { Cursor } from '../newest-first.ts'
import type { ExceptionSummary } from './exception-summary.ts'

/** Sort column and direction of a list: by time is oldest first. Equal texts are sorted newest first. */
export interface ExceptionOrder {
  readonly by: 'time' | 'type' | 'service' | 'route' | 'release'
  readonly rising: boolean
}

/** `text` is the sorted text, in lists sorted by text. */
export interface ExceptionCursor extends Cursor {
  readonly text?: string
}

/** The cursor of an exception: the next page starts after it. */
export function cursorOfException(exception: ExceptionSummary, order: ExceptionOrder | undefined): ExceptionCursor {
  const { atNs, id } = exception
  if (order === undefined || order.by === 'time') return { atNs, id }
  return { atNs, id, text: [...exception[order.by]].slice(0, SORTED_CHARACTERS).join('') }
}

/** list-sorted-exceptions.sql cuts texts to this length. */
const SORTED_CHARACTERS = 100
