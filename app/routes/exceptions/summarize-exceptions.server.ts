import { listExceptionFacets } from '../../../store/exceptions/list-exception-facets.ts'
import type { Store } from '../../../store/store.ts'
import type { TimeRange } from '../../../store/units.ts'
import { countAndCompare } from '../../server/count-and-compare.ts'
import type { ExceptionFilters } from '../../url/exception-filters.ts'

interface Asked {
  readonly nowMs: number
  readonly range: TimeRange
  readonly filters: ExceptionFilters
  readonly hidden: readonly string[]
}

/** Counts a whole list of exceptions, with facets and, on request, the previous period. */
export function summarizeExceptions(store: Store, { nowMs, range, filters, hidden }: Asked, signal?: AbortSignal) {
  const { service, environment, release, issue, route, side, text, compare } = filters
  const filter = { service, environment, release, issue, route, side, text, hidden }
  const count = (range: TimeRange) => listExceptionFacets(store, { range, ...filter }, signal)
  return countAndCompare({ range, nowMs, compare, count })
}
