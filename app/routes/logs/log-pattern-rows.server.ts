import type { LogPattern } from '../../../store/logs/list-log-patterns.ts'
import { shortMessage } from '../../format/issue-title.ts'
import { severityClass, severityName } from '../../format/severity.ts'
import { layoutSparkline, type SparklineModel } from '../../ui/charts/layout-sparkline.server.ts'
import { changeParams } from '../../url/filter-links.ts'
import { facetClause, joinSearches, patternClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'

export interface LogPatternRow extends Omit<LogPattern, 'severity' | 'line'> {
  readonly severity: { readonly name: string; readonly className: string }
  readonly line: SparklineModel
  /** With short URLs. */
  readonly shown: string
  /** URL of its records. */
  readonly to: string
  /** URL of this list without it. */
  readonly others: string
}

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
      shown: pattern.isMessage ? shortMessage(pattern.pattern) : pattern.pattern,
      to: changeParams(params, {
        patterns: '',
        [SEARCH_PARAM]: joinSearches(search, searchOfPattern(pattern), 'logs'),
      }),
      others: changeParams(params, { [SEARCH_PARAM]: joinSearches(search, searchOfPattern(pattern, true), 'logs') }),
    }
  })
}

/** A search for the records of a pattern, or for all others. */
export function searchOfPattern(
  { pattern, isMessage, event, service }: Pick<LogPattern, 'pattern' | 'isMessage' | 'event' | 'service'>,
  isExcluded = false,
): string {
  const ofText =
    pattern === ''
      ? [...(event === '' ? [] : [facetClause('event', event, 'logs')]), facetClause('body', '', 'logs')]
      : [patternClause(isMessage ? 'exception.message' : 'body', pattern, 'logs')]
  const clauses = [facetClause('service', service, 'logs'), ...ofText].join(' ')
  return isExcluded ? `-(${clauses})` : clauses
}
