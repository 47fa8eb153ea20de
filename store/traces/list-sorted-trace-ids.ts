import { bindExpressions } from '../../search/bind.ts'
import type { Cursor } from '../newest-first.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-sorted-trace-ids.sql?raw'
import { type TraceCandidate, traceCandidateRow } from './list-trace-ids.ts'
import {
  listRequiredTraceFacts,
  rootFilterParams,
  type TraceFilter,
  writeDurationFilter,
  writeTraceFilter,
} from './trace-filter.ts'

/** Sort column and direction of a list. */
export interface TraceOrder {
  /** The start is that of the root. */
  readonly by: 'start' | 'duration' | 'spans'
  readonly rising: boolean
}

/** A part of a sorted list. */
export interface SortedTraceQuery {
  readonly range: TimeRange
  readonly filter: TraceFilter
  readonly order: TraceOrder
  /** `undefined` for the first page. */
  readonly after: Cursor | undefined
  readonly limit: number
}

/**
 * Finds the next candidates of a list that is filtered, or sorted oldest first: the first step of {@link listTraces}.
 *
 * @returns In list order, each trace once, as in {@link listTraceIds}.
 * @throws {StoreError} Any kind.
 */
export function listSortedTraceIds(
  store: Store,
  { range, filter, order, after, limit }: SortedTraceQuery,
  signal?: AbortSignal,
): Promise<TraceCandidate[]> {
  const place = { afterNs: after?.atNs ?? 0n, afterId: after?.id ?? '', rising: order.rising ? 1 : 0 }
  const params = {
    fromNs: range.from,
    toNs: range.to,
    ...place,
    facts: listRequiredTraceFacts(filter),
    ...rootFilterParams(filter),
    limit,
  }
  const statement = { name: 'list-sorted-trace-ids', sql, params, decode: traceCandidateRow.parse }
  const bound = bindExpressions(statement, bind => ({
    bounds: writeDurationFilter(filter, { range, bind }),
    search: writeTraceFilter(filter, { range, bind }),
  }))
  return store.query(bound, signal)
}
