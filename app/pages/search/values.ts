import { listExceptionFacets } from '../../../store/exceptions/list-exception-facets.ts'
import { listSpanFacets } from '../../../store/spans/list-span-facets.ts'
import { DAY_NS } from '../../../store/time-units.ts'
import { cached, lowPriority, query } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import { spanSearch } from '../../parts/trace-list/trace-search.ts'
import { excludedServices } from '../../url/scope.ts'
import { readTraceFilters } from '../../url/trace-filters.ts'
import type { Route } from './+types/values.ts'

const policy = { ...cached, ...lowPriority }

/**
 * The attributes of the spans or exceptions (`of` other than `spans`) of a scope with their frequent values, as JSON: completions for lists whose facets have none.
 */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { filters, range } = readTraceFilters(args.url.searchParams, Date.now())
  const { service, environment, release } = filters
  const hidden = excludedServices(filters, args.context.get(settingsContext).ownServices)
  const { values } =
    args.url.searchParams.get('of') !== 'spans'
      ? await query(
          args,
          listExceptionFacets,
          { range, service, environment, release, hidden, hasAttributes: true },
          policy,
        )
      : await query(
          args,
          listSpanFacets,
          { search: spanSearch(filters, undefined), range, hidden, bucketNs: DAY_NS },
          policy,
        )
  return Response.json(values, { headers: { 'cache-control': 'no-store' } })
}
