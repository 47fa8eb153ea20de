import { parseQuery } from '../../../store/search/parse-query.ts'
import { writeLiterals } from '../../../store/search/write-literals.ts'
import { writeFindSpans } from '../../../store/spans/find-spans.ts'
import { writeGroupSpans } from '../../../store/spans/group-spans.ts'
import { settingsContext } from '../../server/settings.ts'
import { textResponse } from '../../server/text-response.ts'
import { excludedServices } from '../../url/scope.ts'
import { orderOfSpans, readTraceFilters } from '../../url/trace-filters.ts'
import { groupKey, spanQuery } from '../../url/trace-query.ts'
import type { Route } from './+types/spans-sql.ts'

const LIMIT = 1_000

/** The spans or groups of an address of `/traces` as SQL, to go on with in ClickHouse. Answers 400 where the address has a mistake. */
export function loader({ url, context }: Route.LoaderArgs): Response {
  const { filters, filterErrors, range } = readTraceFilters(url.searchParams, Date.now())
  const { query: searched, mistakes } = parseQuery(filters.search, 'spans')
  const errors = [...filterErrors, ...mistakes].map(({ message }) => message)
  if (errors.length > 0) return textResponse(`${errors.join('\n')}\n`, 400)
  const hidden = excludedServices(filters, context.get(settingsContext).ownServices)
  const search = { query: spanQuery(filters, searched), range, hidden }
  const { sql, params } =
    filters.show === 'groups'
      ? writeGroupSpans({ ...search, by: groupKey(filters), order: filters.order, limit: LIMIT })
      : writeFindSpans({ ...search, order: orderOfSpans(filters.sort), after: filters.before, limit: LIMIT })
  return textResponse(writeLiterals(sql, params), 200)
}
