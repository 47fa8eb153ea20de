import { listExceptionFacets } from '../../../store/exceptions/list-exception-facets.ts'
import type { SearchExpression } from '../../../store/search/search.ts'
import type { Store } from '../../../store/store.ts'
import type { TimeRange } from '../../../store/units.ts'
import { countAndCompare } from '../../server/count-and-compare.ts'
import type { ExceptionFilters } from '../../url/exception-filters.ts'

interface ExceptionSearchQuery {
  readonly nowMs: number
  readonly range: TimeRange
  readonly filters: ExceptionFilters
  readonly search: SearchExpression | undefined
  readonly hidden: readonly string[]
}

/** How many exceptions the whole list has, what they have in common, and where it is compared, how many there were before. */
export function summarizeExceptionSearch(
  store: Store,
  { nowMs, range, filters, search, hidden }: ExceptionSearchQuery,
  signal?: AbortSignal,
) {
  const { service, environment, release, issue, route, side, compare } = filters
  const filter = { service, environment, release, issue, route, side, search, hidden }
  const count = (range: TimeRange) => listExceptionFacets(store, { range, ...filter }, signal)
  return countAndCompare({ range, nowMs, compare, count })
}
