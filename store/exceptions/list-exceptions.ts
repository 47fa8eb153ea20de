import { int64 } from '../columns.ts'
import { readNewestFirst } from '../newest-first.ts'
import type { Store } from '../store.ts'
import type { ExceptionOrder } from './cursor-of-exception.ts'
import { addSearchConditions, exceptionFilterParams } from './exception-filter.ts'
import { type ExceptionSummary, exceptionSummaryRow } from './exception-summary.ts'
import sql from './list-exceptions.sql?raw'
import { createLoggedSpanEventFilter } from './list-logged-span-events.ts'
import { type ListSortedExceptionsParams, listSortedExceptions } from './list-sorted-exceptions.ts'

export type { ExceptionSummary }

export interface ListExceptionsParams extends Omit<ListSortedExceptionsParams, 'order'> {
  /** @default newest first */
  readonly order?: ExceptionOrder | undefined
}

/**
 * Lists the exceptions of a range, each once, however often and in whichever shape it was delivered. The cursor is time
 * and id.
 *
 * @returns At most `limit`, in the requested order, then newest first, then by id; an empty array if nothing matched.
 * @throws {StoreError} Any kind. `rejected` means that our SQL is at fault, not the caller.
 * @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/ for `exception.*`
 */
export function listExceptions(
  store: Store,
  query: ListExceptionsParams,
  signal?: AbortSignal,
): Promise<ExceptionSummary[]> {
  const { range, after, limit, order, ...filter } = query
  if (order !== undefined) return listSortedExceptions(store, { ...query, order }, signal)
  const filters = exceptionFilterParams(filter)
  return readNewestFirst(
    { range, after, limit, readsInOrder: true },
    window => {
      const statement = {
        name: 'list-exceptions',
        sql,
        params: { ...window, ...filters },
        decode: exceptionWithDedupeKey.parse,
      }
      return store.query(addSearchConditions(statement, filter), signal)
    },
    async exceptions => {
      const isListed = await createLoggedSpanEventFilter(store, exceptions, signal)
      return exceptions.filter(isListed).map(({ same, ...exception }) => exception)
    },
  )
}

const exceptionWithDedupeKey = exceptionSummaryRow.extend({ same: int64 })
