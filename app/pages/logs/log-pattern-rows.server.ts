import type { LogSearch } from '../../../store/logs/find-logs.ts'
import { type LogPattern, type LogPatterns, listLogPatterns } from '../../../store/logs/list-log-patterns.ts'
import type { Store } from '../../../store/store.ts'
import { previousRange } from '../../data/count-and-compare.ts'
import { shortMessage } from '../../format/issue-title.ts'
import { severityClass, severityName } from '../../format/severity.ts'
import { compareCounts, isLargeRise } from '../../insights/change.ts'
import { writeChange } from '../../insights/write-change.ts'
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
      severity: { name: severityName(severityNumber), className: severityClass(severityNumber) },
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

interface PatternChangesQuery extends LogSearch {
  readonly rows: readonly LogPatternRow[]
  readonly nowMs: number
}

/** More than are shown, so that what is shown is among them. */
const MAX_EARLIER_PATTERNS = 1_000

/** Compares patterns with the previous period, if there is one. */
export async function compareWithEarlier(
  store: Store,
  { rows, nowMs, range, ...search }: PatternChangesQuery,
  signal?: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const earlier = previousRange(range, nowMs)
  if (earlier === undefined) return {}
  return comparePatterns(
    rows,
    await listLogPatterns(store, { ...search, range: earlier, limit: MAX_EARLIER_PATTERNS }, signal),
  )
}

/**
 * What is new or has increased since the previous period, as `new` or `5×`, by the URL of its records. Nothing without records then; what
 * a sample may have missed is not new.
 */
export function comparePatterns(
  rows: readonly LogPatternRow[],
  { patterns, total, oneIn }: LogPatterns,
): Readonly<Record<string, string>> {
  const before = new Map(patterns.map(of => [keyOf(of), of.count]))
  const areAllKnown = total === patterns.length && oneIn === 1
  if (patterns.length === 0) return {}
  const changes = rows.flatMap(of => {
    const earlier = before.get(keyOf(of))
    if (earlier === undefined) return areAllKnown ? [[of.to, 'new']] : []
    const change = compareCounts({ now: of.count, before: earlier }, oneIn)
    return isLargeRise(change) ? [[of.to, writeChange(change)]] : []
  })
  return Object.fromEntries(changes)
}

const keyOf = ({
  service,
  pattern,
  isMessage,
  event,
}: Pick<LogPattern, 'service' | 'pattern' | 'isMessage' | 'event'>) =>
  JSON.stringify([service, pattern, isMessage, event])

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
