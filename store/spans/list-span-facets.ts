import { bindExpressions } from '../../search/bind.ts'
import type { SearchExpression } from '../../search/search.ts'
import { writeFacetExpressions } from '../../search/write-lacking.ts'
import { writeSpanConditions } from '../../search/write-trace-conditions.ts'
import { assembleSearchFacets, type SearchFacets, searchFacetRow } from '../search-results/search-facets.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import { COMPARISON_SAMPLE_ABOVE_SPANS, chooseSpanSample, writeSampleCondition } from './choose-span-sample.ts'
import type { SpanSearch } from './find-spans.ts'
import sql from './list-span-facets.sql?raw'

export interface SpanFacetQuery extends SpanSearch {
  /** Length of a bucket of time. */
  readonly bucketNs: Ns
  /** Values of each facet. @default 8 */
  readonly values?: number
  /** Also counts these of them by time and duration, in the sample of `compareSpans`. */
  readonly selection?: SearchExpression | undefined
}

/** Above so many spans a sample of whole traces is read. */
const SAMPLE_ABOVE_SPANS = 20_000

/**
 * Counts the spans of a search: over time, by duration, and by facet.
 *
 * @throws {StoreError} Any kind.
 */
export async function listSpanFacets(
  store: Store,
  { search, range, hidden = [], bucketNs, values = 8, selection }: SpanFacetQuery,
  signal?: AbortSignal,
): Promise<SearchFacets> {
  const most = selection === undefined ? SAMPLE_ABOVE_SPANS : COMPARISON_SAMPLE_ABOVE_SPANS
  const sample = await chooseSpanSample(store, { search, range, hidden, most }, signal)
  const params = { fromNs: range.from, toNs: range.to, hidden, bucketNs, values, ...sample, limit: 50_000 }
  const statement = { name: 'list-span-facets', sql, params, decode: searchFacetRow.parse }
  const bound = bindExpressions(statement, bind => ({
    ...writeFacetExpressions(search, bind, one => writeSpanConditions(one, { range, bind })),
    selection: selection && writeSpanConditions(selection, { range, bind }),
    sample: writeSampleCondition(sample),
  }))
  return assembleSearchFacets(await store.query(bound, signal), bucketNs)
}
