import type { ExceptionSummary } from './exception-summary.ts'
import type { ExceptionCursor } from './list-exceptions.ts'
import type { ExceptionOrder } from './list-sorted-exceptions.ts'

/** Where an exception stands in a list: where the page after it begins. */
export function cursorOfException(exception: ExceptionSummary, order: ExceptionOrder | undefined): ExceptionCursor {
  const { atNs, id } = exception
  if (order === undefined || order.by === 'time') return { atNs, id }
  return { atNs, id, text: [...exception[order.by]].slice(0, SORTED_CHARACTERS).join('') }
}

/** As list-sorted-exceptions.sql cuts a text. */
const SORTED_CHARACTERS = 100
