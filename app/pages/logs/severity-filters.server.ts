import type { QuickFilter } from '../../ui/filters/quick-filters.tsx'
import { changeParams } from '../../url/filter-links.ts'
import { type LogFilters, logCodecs } from '../../url/log-filters.ts'
import { hasClause, toggleClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'

const ALL = ''
const WARN = 'severity:>=warn'
const ERROR = 'severity:>=error'

/** Links to all records of a search, and to the severe ones. What is narrower than the current list is counted with it. */
export function severityFilters(
  { search, vitals }: Pick<LogFilters, 'search' | 'vitals'>,
  params: URLSearchParams,
): QuickFilter[] {
  const severity = [ERROR, WARN].find(clause => hasClause(search, clause, 'logs')) ?? ALL
  const bare = severity === ALL ? search : toggleClause(search, severity, 'logs')
  const filter = (label: string, text: string, isCurrent: boolean) => ({
    label,
    to: changeParams(params, { [SEARCH_PARAM]: text, [logCodecs.vitals.param]: vitals ? '1' : '', open: '' }),
    isCurrent,
  })
  const of = (label: string, clause: string) => filter(label, toggleClause(bare, clause, 'logs'), severity === clause)
  const warn = of('≥ warn', WARN)
  return [
    filter('All', bare, severity === ALL),
    severity === ERROR
      ? warn
      : {
          ...warn,
          counts: { facet: 'severity', values: ['warn', 'error', 'fatal'] },
          // Without them it is the next list.
          needs: { facet: 'severity', values: ['warn'] },
        },
    { ...of('≥ error', ERROR), counts: { facet: 'severity', values: ['error', 'fatal'] } },
  ]
}
