import { parseSearch } from '../../../search/parse-search.ts'
import type { SearchExpression, SearchMistake } from '../../../search/search.ts'
import { hidesVitals, type LogFilters } from '../../url/log-filters.ts'
import { addClauses, scopeToClauses } from '../../url/search-scope.ts'

const NO_VITALS = parseSearch('-event:browser.web_vital', 'logs').search

interface LogSearchText {
  /** What is typed and the scope, without web vitals unless they are asked for. */
  readonly search: SearchExpression | undefined
  readonly mistakes: readonly SearchMistake[]
}

/** The search of a log list. */
export function readLogSearch(
  filters: Pick<LogFilters, 'search' | 'vitals' | 'service' | 'environment' | 'release'>,
): LogSearchText {
  const { search, mistakes } = parseSearch(filters.search, 'logs')
  const vitals = hidesVitals(filters) && NO_VITALS !== undefined ? [NO_VITALS] : []
  return { search: addClauses(search, [...scopeToClauses(filters), ...vitals]), mistakes }
}
