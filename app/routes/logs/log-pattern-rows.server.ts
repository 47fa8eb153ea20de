import type { LogPattern } from '../../../store/logs/list-log-patterns.ts'
import { writeSearch } from '../../../store/search/write-search.ts'
import { severityClass, severityName } from '../../format/severity.ts'
import { layoutSparkline, type SparklineModel } from '../../ui/charts/layout-sparkline.server.ts'
import { changeParams } from '../../url/filter-links.ts'
import { facetClause, joinSearches } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'

export interface LogPatternRow extends Omit<LogPattern, 'severity' | 'line'> {
  readonly severity: { readonly name: string; readonly className: string }
  readonly line: SparklineModel
  /** URL of its records. */
  readonly to: string
}

/** Parts of a text that a search has room for, the longest first. */
const MAX_TERMS = 3
/** Shorter ones are in almost every text. */
const MIN_TERM_CHARS = 3

/** The patterns as they are shown, with links to their records. */
export function logPatternRows(
  patterns: readonly LogPattern[],
  { search, params }: { readonly search: string; readonly params: URLSearchParams },
): LogPatternRow[] {
  return patterns.map(({ severity, line, ...pattern }) => {
    // The last number of the range.
    const severityNumber = severity * 4
    return {
      ...pattern,
      severity: { name: severityName({ severityNumber, severityText: '' }), className: severityClass(severityNumber) },
      line: layoutSparkline(line),
      to: changeParams(params, {
        patterns: '',
        [SEARCH_PARAM]: joinSearches(search, searchOfPattern(pattern), 'logs'),
      }),
    }
  })
}

/** A search for the records of a pattern: its service, and the parts of its text that are no values. */
export function searchOfPattern({
  pattern,
  event,
  service,
}: Pick<LogPattern, 'pattern' | 'event' | 'service'>): string {
  const terms = pattern
    .split(/[*\n]/)
    .map(part => part.trim())
    .filter(part => part.length >= MIN_TERM_CHARS)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_TERMS)
    .map(text => writeSearch({ is: 'text', text, at: 0, end: 0 }))
  const ofEvent = event === '' ? [] : [facetClause('event', event, 'logs')]
  return [facetClause('service', service, 'logs'), ...ofEvent, ...terms].join(' ')
}
