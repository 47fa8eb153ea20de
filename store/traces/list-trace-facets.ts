import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { TRACE_DURATION_SQL } from '../../search/trace-duration.ts'
import { addClause, writeLackingKeys } from '../../search/write-lacking.ts'
import { writeTraceConditions } from '../../search/write-trace-conditions.ts'
import { int64 } from '../columns.ts'
import { assembleFacets, type Facets, type FacetValue, facetRow } from '../facets.ts'
import type { Store } from '../store.ts'
import { SECOND_NS } from '../time-units.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-trace-facets.sql?raw'
import {
  hasTraceFilters,
  listRequiredTraceFacts,
  rootFilterParams,
  type TraceFilter,
  writeDurationFilter,
  writeTraceFilter,
} from './trace-filter.ts'

/** Facets: 'service', 'environment', 'release', 'operation', 'status', 'failed' and 'duration': an index of {@link TRACE_DURATION_RANGES}. */
export interface TraceFacets extends Facets {
  /** Traces by start bucket, outcome and duration band; empty if no buckets were requested. */
  readonly cells: readonly TraceCell[]
  /** Failed traces by the issue of their oldest exception, as it was stored: perhaps merged since. The most frequent first; only the first few. */
  readonly issues: readonly { readonly issue: string; readonly count: number }[]
  /** Failed traces without an exception. */
  readonly unnamed: number
  /** Of the durations: the 50th, the 95th and the 99th percentile; 0 without traces. */
  readonly percentilesNs: readonly bigint[]
}

export interface TraceCell {
  /** Start of the bucket, a multiple of its length since 1970. */
  readonly bucketNs: Ns
  readonly failed: boolean
  /** Durations from 10^(band/4) to 10^((band+1)/4) nanoseconds; 0 unless bands were requested. */
  readonly band: number
  readonly count: number
}

export interface TraceFacetQuery extends TraceFilter {
  readonly range: TimeRange
  /** Length of a bucket of cells. 0 for none. */
  readonly bucketNs?: Ns
  /** Whether cells are by duration too. @default false */
  readonly isBanded?: boolean
  /** Values of each facet. @default 8 */
  readonly values?: number
}

const DURATION_BOUNDS_NS = [SECOND_NS / 10n, SECOND_NS, 10n * SECOND_NS]

/** Ranges of durations that a list is filtered by, half-open, in nanoseconds; `undefined` where there is no bound. */
export const TRACE_DURATION_RANGES = [undefined, ...DURATION_BOUNDS_NS].map((leastNs, at) => ({
  leastNs,
  endNs: DURATION_BOUNDS_NS[at],
}))

/** Above so many traces a sample is read, chosen by id. */
const SAMPLE_ABOVE_TRACES = 20_000

/**
 * Counts the traces of a whole list by facet.
 *
 * @throws {StoreError} Any kind.
 */
export async function listTraceFacets(
  store: Store,
  { range, bucketNs = 0n, isBanded = false, values = 8, ...filter }: TraceFacetQuery,
  signal?: AbortSignal,
): Promise<TraceFacets> {
  const asked = {
    fromNs: range.from,
    toNs: range.to,
    bucketNs,
    banded: isBanded ? 1 : 0,
    durationBounds: DURATION_BOUNDS_NS,
    most: SAMPLE_ABOVE_TRACES,
    values,
    narrowed: hasTraceFilters({ ...filter, minDurationNs: 0n, maxDurationNs: 0n }) ? 1 : 0,
  }
  const params = { ...asked, facts: listRequiredTraceFacts(filter), ...rootFilterParams(filter), limit: 10_000 }
  const statement = { name: 'list-trace-facets', sql, params, decode: row.parse }
  const bound = bindExpressions(statement, bind => ({
    duration: TRACE_DURATION_SQL,
    bounds: writeDurationFilter(filter, { range, bind }, 'Level >= least'),
    boundsOfSample: writeDurationFilter(filter, { range, bind }, 'Level >= 2'),
    search: writeTraceFilter(filter, { range, bind }),
    // No span that matches has the key.
    lacking: writeLackingKeys(filter.search, bind, hasKey =>
      writeTraceConditions(addClause(filter.search, hasKey), { range, bind }),
    ),
  }))
  const rows = await store.query(bound, signal)
  const { values: named, ...facets } = assembleFacets(rows)
  const { cell = [], issue = [], unnamed = [], ...others } = named
  return {
    ...facets,
    values: others,
    cells: cell.map(cellOf(bucketNs)),
    issues: issue.map(({ value, count }) => ({ issue: value, count })),
    unnamed: unnamed[0]?.count ?? 0,
    percentilesNs: rows.find(({ facet }) => facet === '')?.percentilesNs ?? [0n, 0n, 0n],
  }
}

const row = facetRow.extend({ percentilesNs: z.array(int64) })

const cellOf =
  (bucketNs: Ns) =>
  ({ value, count }: FacetValue): TraceCell => {
    const [bucket = '0', failed, band = '0'] = value.split(' ')
    return { bucketNs: BigInt(bucket) * bucketNs, failed: failed === '1', band: Number(band), count }
  }
