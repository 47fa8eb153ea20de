import { parseSearch } from '../../../search/parse-search.ts'
import { writeLiterals } from '../../../search/write-literals.ts'
import { writeListSpans } from '../../../store/copied-searches/list-found-spans.ts'
import { writeListTraces } from '../../../store/copied-searches/list-found-traces.ts'
import { writeGroupSpans } from '../../../store/spans/group-spans.ts'
import { storeContext } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import { textResponse } from '../../http/text-response.ts'
import { readGroups } from '../../parts/span-groups/read-groups.server.ts'
import { spanSearch } from '../../parts/trace-list/trace-search.ts'
import { excludedServices } from '../../url/scope.ts'
import { chooseTraceSort, readTraceFilters, toSpanOrder, toTraceOrder } from '../../url/trace-filters.ts'
import type { Route } from './+types/spans-sql.ts'

const LIMIT = 1_000

/** The query of a `/traces` URL as SQL, to run in ClickHouse. Answers 400 for an invalid search. */
export function loader({ url, context }: Route.LoaderArgs): Response {
  const { filters: read, filterErrors, range } = readTraceFilters(url.searchParams, Date.now())
  const filters = { ...read, sort: chooseTraceSort(read, url.searchParams) }
  const { search: searched, mistakes } = parseSearch(filters.search, 'spans')
  const { errors: groupErrors, ...grouped } = readGroups(filters)
  const errors = [...filterErrors, ...mistakes, ...groupErrors].map(({ message }) => message)
  if (errors.length > 0) return textResponse(`${errors.join('\n')}\n`, 400)
  const hidden = excludedServices(filters, context.get(settingsContext).ownServices)
  const search = { search: spanSearch(filters, searched), range, hidden, limit: LIMIT }
  const page = { ...search, after: filters.before }
  const { sql, params } = {
    traces: () => writeListTraces({ ...filters, ...page, search: searched, order: toTraceOrder(filters.sort) }),
    groups: () => writeGroupSpans({ ...search, ...grouped, order: filters.order }),
    spans: () => writeListSpans({ ...page, order: toSpanOrder(filters.sort) }),
    compare: () => writeListSpans({ ...page, order: toSpanOrder(filters.sort) }),
  }[filters.show]()
  const store = context.get(storeContext)
  return textResponse(writeLiterals(store.complete(sql), params, store.database), 200)
}
