import { writeLiterals } from '../../../search/write-literals.ts'
import { writeFindLogs } from '../../../store/logs/find-logs.ts'
import { storeContext } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import { textResponse } from '../../http/text-response.ts'
import { readLogSearch } from '../../parts/log-search/read-log-search.server.ts'
import { readLogFilters } from '../../url/log-filters.ts'
import { excludedServices } from '../../url/scope.ts'
import type { Route } from './+types/logs-sql.ts'

const LIMIT = 1_000

/** The query of a `/logs` URL as SQL, to run in ClickHouse. Answers 400 for an invalid search. */
export function loader({ url, context }: Route.LoaderArgs): Response {
  const { filters, filterErrors, range } = readLogFilters(url.searchParams, Date.now())
  const { search, mistakes } = readLogSearch(filters)
  const errors = [...filterErrors, ...mistakes].map(({ message }) => message)
  if (errors.length > 0) return textResponse(`${errors.join('\n')}\n`, 400)
  const { sql, params } = writeFindLogs({
    search,
    range,
    hidden: excludedServices(filters, context.get(settingsContext).ownServices),
    columns: filters.columns,
    oldestFirst: filters.sort === 'time',
    after: filters.before,
    limit: LIMIT,
  })
  const store = context.get(storeContext)
  return textResponse(writeLiterals(store.complete(sql), params, store.database), 200)
}
