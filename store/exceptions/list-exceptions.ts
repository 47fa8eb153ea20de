import { type Cursor, newestFirst, type Page } from '../newest-first.ts'
import type { Store } from '../store.ts'
import { int64 } from '../units.ts'
import { type ExceptionFilter, exceptionFilterParams } from './exception-filter.ts'
import { type ExceptionSummary, exceptionSummary } from './exception-summary.ts'
import sql from './list-exceptions.sql?raw'
import { withoutLoggedEvents } from './list-logged-events.ts'
import { type ExceptionOrder, listSortedExceptions } from './list-sorted-exceptions.ts'

export type { ExceptionSummary }

/** The text is what a list is sorted by, where that is a text. */
export interface ExceptionCursor extends Cursor {
  readonly text?: string
}

export interface ExceptionQuery extends ExceptionFilter, Page {
  readonly after?: ExceptionCursor | undefined
  /** @default newest first */
  readonly order?: ExceptionOrder | undefined
}

/**
 * Lists the exceptions of a range, each once, however often and in whichever shapes it was delivered. Its place is its time and its id.
 *
 * @returns At most `limit`, in the order that was asked for, then newest first, then by id; an empty array when nothing matched.
 * @throws {StoreError} Any kind. `rejected` means that our SQL is at fault, not the caller.
 * @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/ for `exception.*`
 */
export function listExceptions(store: Store, query: ExceptionQuery, signal?: AbortSignal): Promise<ExceptionSummary[]> {
  const { range, after, limit, order, ...filter } = query
  if (order !== undefined) return listSortedExceptions(store, { ...query, order }, signal)
  const filters = exceptionFilterParams(filter)
  return newestFirst(
    { range, after, limit },
    window =>
      store.query(
        { name: 'list-exceptions', sql, params: { ...window, ...filters }, decode: shapedException.parse },
        signal,
      ),
    async exceptions => {
      const isListed = await withoutLoggedEvents(store, exceptions, signal)
      return exceptions.filter(isListed).map(({ same, ...exception }) => exception)
    },
  )
}

const shapedException = exceptionSummary.extend({ same: int64 })
