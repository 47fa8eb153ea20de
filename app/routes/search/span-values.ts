import { listSpanFacets } from '../../../store/spans/list-span-facets.ts'
import { cached, lowPriority, tryQuery } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { excludedServices } from '../../url/scope.ts'
import { readTraceFilters } from '../../url/trace-filters.ts'
import { spanSearch } from '../../url/trace-search.ts'
import type { Route } from './+types/span-values.ts'

const DAY_NS = 86_400_000_000_000n

/** The attributes of the spans of a scope with their frequent values, as JSON: completions for a list of traces, whose facets have none. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { filters, range } = readTraceFilters(args.url.searchParams, Date.now())
  const hidden = excludedServices(filters, args.context.get(settingsContext).ownServices)
  const asked = { search: spanSearch(filters, undefined), range, hidden, bucketNs: DAY_NS }
  const result = await tryQuery(args, listSpanFacets, asked, { ...cached, ...lowPriority })
  const values = 'answer' in result ? result.answer.values : {}
  return Response.json(values, { headers: { 'cache-control': 'no-store' } })
}
