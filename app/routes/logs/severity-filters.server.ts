import type { QuickFilter } from '../../ui/filters/quick-filters.tsx'
import { changeParams } from '../../url/filter-links.ts'
import { hasClause, toggleClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'

const ALL = ''
const WARN = 'severity:>=warn'
const ERROR = 'severity:>=error'

/** Links to all records of a search, and to the severe ones. What is narrower than the current list is counted with it. */
export function severityFilters(search: string, params: URLSearchParams): QuickFilter[] {
  const current = [ERROR, WARN].find(clause => hasClause(search, clause, 'logs')) ?? ALL
  const bare = current === ALL ? search : toggleClause(search, current, 'logs')
  const filter = (label: string, clause: string) => ({
    label,
    to: changeParams(params, { [SEARCH_PARAM]: clause === ALL ? bare : toggleClause(bare, clause, 'logs'), open: '' }),
    isCurrent: clause === current,
  })
  const warn = filter('Warn and above', WARN)
  return [
    filter('All', ALL),
    current === ERROR ? warn : { ...warn, counts: { facet: 'severity', of: ['warn', 'error', 'fatal'] } },
    { ...filter('Error and above', ERROR), counts: { facet: 'severity', of: ['error', 'fatal'] } },
  ]
}
