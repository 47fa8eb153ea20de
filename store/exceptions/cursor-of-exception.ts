import type { ExceptionSummary } from './exception-summary.ts'
import type { ExceptionCursor } from './list-exceptions.ts'
import type { ExceptionOrder } from './list-sorted-exceptions.ts'

/** The cursor of an exception: the next page starts after it. */
export function cursorOfException(exception: ExceptionSummary, order: ExceptionOrder | undefined): ExceptionCursor {
  const { atNs, id } = exception
  if (order === undefined || order.by === 'time') return { atNs, id }
  return { atNs, id, text: [...exception[order.by]].slice(0, SORTED_CHARACTERS).join('') }
}

/** list-sorted-exceptions.sql cuts texts to this length. */
const SORTED_CHARACTERS = 100
