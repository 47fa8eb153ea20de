import { parseSearch } from '../../../search/parse-search.ts'
import type { SearchExpression } from '../../../search/search.ts'
import { quoteText } from '../../../search/write-search.ts'
import { addClauses, scopeToClauses } from '../../url/search-scope.ts'
import { type TraceFilters, traceCodecs } from '../../url/trace-filters.ts'

/** The search for spans that trace filters stand for: the search itself and the scope, in traces that match these filters. */
export function spanSearch(
  filters: TraceFilters,
  searched: SearchExpression | undefined,
): SearchExpression | undefined {
  const { search } = parseSearch(writeReplacedFilters(filters), 'spans')
  const inTraces = addClauses(searched, scopeToClauses(filters))
  if (search === undefined || inTraces === undefined) return search ?? inTraces
  return {
    is: 'all',
    of: [...(inTraces.is === 'all' ? inTraces.of : [inTraces]), ...(search.is === 'all' ? search.of : [search])],
  }
}

/** Those filters as the text of a search. */
export function writeReplacedFilters({
  operation,
  failedOnly,
  minDurationNs,
  maxDurationNs,
  httpStatus,
  ...its
}: TraceFilters): string {
  const { minDurationNs: duration } = traceCodecs
  const { service, itsOperation, itsFailed, itsAny } = its
  const isAboutIts = itsOperation !== '' || itsFailed || itsAny
  const ofIts = [
    'is:entry',
    ...(service === '' ? [] : [`service:${quoteText(service)}`]),
    ...(itsOperation === '' ? [] : [`operation:${quoteText(itsOperation)}`]),
    ...(itsFailed ? ['(is:error OR status:>=500)'] : []),
  ]
  return [
    ...(operation === '' ? [] : [`trace.operation:${quoteText(operation)}`]),
    ...(failedOnly ? ['trace.is:error'] : []),
    ...(minDurationNs === 0n ? [] : [`trace.duration:>=${duration.format(minDurationNs)}`]),
    ...(maxDurationNs === 0n ? [] : [`trace.duration:<${duration.format(maxDurationNs)}`]),
    ...(httpStatus === 0 ? [] : [`trace.status:${httpStatus}`]),
    ...(isAboutIts ? [`[${ofIts.join(' ')}]`] : []),
  ].join(' ')
}
