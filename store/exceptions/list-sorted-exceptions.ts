import { z } from 'zod'
import { int64 } from '../columns.ts'
import { fillPage } from '../fill-page.ts'
import type { PageRequest } from '../newest-first.ts'
import type { Store } from '../store.ts'
import type { ExceptionCursor, ExceptionOrder } from './cursor-of-exception.ts'
import { addSearchConditions, type ExceptionFilter, exceptionFilterParams } from './exception-filter.ts'
import { type ExceptionSummary, exceptionSummaryRow } from './exception-summary.ts'
import { createLoggedSpanEventFilter } from './list-logged-span-events.ts'
import sql from './list-sorted-exceptions.sql?raw'

export interface ListSortedExceptionsParams extends ExceptionFilter, PageRequest {
  readonly after?: ExceptionCursor | undefined
  readonly order: ExceptionOrder
}

/** Reads the whole range for each page, because rows are stored by time. As {@link listExceptions}. */
export function listSortedExceptions(
  store: Store,
  { range, after, limit, order, ...filter }: ListSortedExceptionsParams,
  signal?: AbortSignal,
): Promise<ExceptionSummary[]> {
  const asked = { fromNs: range.from, toNs: range.to, by: order.by, rising: order.rising ? 1 : 0 }
  return fillPage<ExceptionCursor | undefined, z.infer<typeof row> & ExceptionCursor, ExceptionSummary>(
    { start: after, limit },
    async (after, wanted) => {
      const place = { afterText: after?.text ?? '', afterNs: after?.atNs ?? 0n, afterId: after?.id ?? '' }
      const params = { ...asked, ...place, ...exceptionFilterParams(filter), limit: wanted }
      const statement = { name: 'list-sorted-exceptions', sql, params, decode: row.parse }
      const rows = await store.query(addSearchConditions(statement, filter), signal)
      return rows.map(found => ({ ...found, text: found.sortedBy }))
    },
    async exceptions => {
      const isListed = await createLoggedSpanEventFilter(store, exceptions, signal)
      return exceptions.filter(isListed).map(({ same, sortedBy, text, ...exception }) => exception)
    },
  )
}

const row = exceptionSummaryRow.extend({ same: int64, sortedBy: z.string() })
