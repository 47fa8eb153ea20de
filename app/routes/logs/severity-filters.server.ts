import type { QuickFilter } from '../../ui/filters/quick-filters.tsx'
import { changeParams } from '../../url/filter-links.ts'
import { hasClause, toggleClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'

const ALL = ''
const NO_VITALS = '-event:browser.web_vital'
const WARN = 'severity:>=warn'
const ERROR = 'severity:>=error'

/**
 * Links to all records of a search, to those that are no web vitals, which browsers send most of, and to the severe ones.
 * What is narrower than the current list is counted with it. Web vitals that are left out stay so in the severe ones.
 */
export function severityFilters(search: string, params: URLSearchParams): QuickFilter[] {
  const severity = [ERROR, WARN].find(clause => hasClause(search, clause, 'logs')) ?? ALL
  const isWithout = hasClause(search, NO_VITALS, 'logs')
  const bare = severity === ALL ? search : toggleClause(search, severity, 'logs')
  const whole = isWithout ? toggleClause(bare, NO_VITALS, 'logs') : bare
  const filter = (label: string, text: string, isCurrent: boolean) => ({
    label,
    to: changeParams(params, { [SEARCH_PARAM]: text, open: '' }),
    isCurrent,
  })
  const of = (label: string, clause: string) => filter(label, toggleClause(bare, clause, 'logs'), severity === clause)
  const warn = of('Warn and above', WARN)
  return [
    filter('All', whole, severity === ALL && !isWithout),
    isWithout
      ? filter('Without web vitals', bare, severity === ALL)
      : {
          ...filter('Without web vitals', toggleClause(whole, NO_VITALS, 'logs'), false),
          counts: { facet: 'event', of: ['browser.web_vital'], isRest: true },
          needs: { facet: 'event', of: ['browser.web_vital'] },
        },
    severity === ERROR
      ? warn
      : {
          ...warn,
          counts: { facet: 'severity', of: ['warn', 'error', 'fatal'] },
          // Without them it is the next list.
          needs: { facet: 'severity', of: ['warn'] },
        },
    { ...of('Error and above', ERROR), counts: { facet: 'severity', of: ['error', 'fatal'] } },
  ]
}
