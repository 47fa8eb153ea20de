import { getSearchProgress } from '../../../store/search-results/get-search-progress.ts'
import { tryQuery } from '../../data/query.ts'
import { createSearchIdPrefix } from '../../data/search-id.ts'
import { createOutageResponse } from '../../http/outage-response.ts'
import type { Route } from './+types/search-progress.ts'

/** How far the search of an address (`of`) is that the same reader waits for, as JSON; 0 of 0 where that cannot be told. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const path = args.url.searchParams.get('of') ?? ''
  const address = URL.parse(path, args.url.origin) ?? args.url
  const idPrefix = createSearchIdPrefix(args.request, address)
  const result = await tryQuery(args, getSearchProgress, { idPrefix })
  // `denied`: this user of ClickHouse may run searches but not see them run.
  if ('outage' in result && result.outage.kind !== 'denied') throw createOutageResponse(result.outage)
  const progress = 'answer' in result ? result.answer : { readRows: 0, totalRows: 0 }
  return Response.json(progress, { headers: { 'cache-control': 'no-store' } })
}
