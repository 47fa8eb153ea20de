import { bindExpressions } from '../../search/bind.ts'
import type { Store } from '../store.ts'
import type { SortedTraceQuery } from './list-sorted-trace-ids.ts'
import { type TraceCandidate, traceCandidateRow } from './list-trace-ids.ts'
import sql from './list-trace-ids-by-spans.sql?raw'
import { listRequiredTraceFacts, rootFilterParams, writeDurationFilter, writeTraceFilter } from './trace-filter.ts'

/**
 * Finds which traces come next in a list sorted by how many spans they have: the first step of {@link listTraces} there. Counts the spans of all
 * traces of the range for each page.
 *
 * @returns In the order of the list, each trace once. `atNs` is the number of its spans.
 * @throws {StoreError} Any kind.
 */
export function listTraceIdsBySpans(
  store: Store,
  { range, filter, order, after, limit }: SortedTraceQuery,
  signal?: AbortSignal,
): Promise<TraceCandidate[]> {
  const place = { afterNs: after?.atNs ?? 0n, afterId: after?.id ?? '', rising: order.rising ? 1 : 0 }
  const bounds = { fromNs: range.from, toNs: range.to, ...place }
  const params = { ...bounds, facts: listRequiredTraceFacts(filter), ...rootFilterParams(filter), limit }
  const statement = { name: 'list-trace-ids-by-spans', sql, params, decode: traceCandidateRow.parse }
  const bound = bindExpressions(statement, bind => ({
    bounds: writeDurationFilter(filter, { range, bind }),
    search: writeTraceFilter(filter, { range, bind }),
  }))
  return store.query(bound, signal)
}
