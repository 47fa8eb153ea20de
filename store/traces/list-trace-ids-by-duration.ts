import { bindExpressions } from '../../search/bind.ts'
import { TRACE_DURATION_SQL } from '../../search/trace-duration.ts'
import type { Store } from '../store.ts'
import type { SortedTraceQuery } from './list-sorted-trace-ids.ts'
import { type TraceCandidate, traceCandidateRow } from './list-trace-ids.ts'
import sql from './list-trace-ids-by-duration.sql?raw'
import {
  hasTraceFilters,
  listRequiredTraceFacts,
  rootFilterParams,
  writePossibleDurations,
  writeTraceFilter,
} from './trace-filter.ts'

/**
 * Finds which traces come next in a list sorted by duration: the first step of {@link listTraces} there. Computes the durations of all traces
 * of the range that match the filter, for each page, but for a list that begins with the longest and has no filter: of those only that may be
 * on the page.
 *
 * @returns In the order of the list, each trace once. `atNs` is its duration.
 * @throws {StoreError} Any kind.
 */
export async function listTraceIdsByDuration(
  store: Store,
  { range, filter, order, after, limit }: SortedTraceQuery,
  signal?: AbortSignal,
): Promise<TraceCandidate[]> {
  const { minDurationNs = 0n, maxDurationNs = 0n, ...others } = filter
  const place = { afterNs: after?.atNs ?? 0n, afterId: after?.id ?? '', rising: order.rising ? 1 : 0 }
  const bounds = { fromNs: range.from, toNs: range.to, ...place, narrowed: hasTraceFilters(others) ? 1 : 0 }
  const ofRoot = { facts: listRequiredTraceFacts(filter), ...rootFilterParams(filter) }
  const params = { ...bounds, ...ofRoot, minDurationNs, maxDurationNs, limit, most: 2 * limit }
  const read = (long: boolean) => {
    const all = { ...params, long: long ? 1 : 0 }
    const statement = { name: 'list-trace-ids-by-duration', sql, params: all, decode: traceCandidateRow.parse }
    const bound = bindExpressions(statement, bind => ({
      bounds: writePossibleDurations(filter, { range, bind }),
      duration: TRACE_DURATION_SQL,
      search: writeTraceFilter(others, { range, bind }),
    }))
    return store.query(bound, signal)
  }
  const longest = order.rising || hasTraceFilters(filter) ? [] : await read(true)
  return longest.length < limit ? read(false) : longest
}
