import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { writeConditions } from '../../search/write-conditions.ts'
import { writeFacetExpressions } from '../../search/write-lacking.ts'
import { countColumn, int64 } from '../columns.ts'
import { assembleFacets, type Facets, facetRow } from '../facets.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import { type ExceptionFilter, exceptionFilterParams } from './exception-filter.ts'
import sql from './list-exception-facets.sql?raw'

export interface ExceptionFacets extends Facets {
  /** Exceptions over time; empty if no buckets were requested. */
  readonly buckets: readonly ExceptionBucket[]
  /** The issues with the most exceptions, as they were stored: perhaps merged since. */
  readonly issues: readonly ExceptionIssue[]
}

export interface ExceptionIssue {
  readonly issue: string
  readonly count: number
  /** As for all exceptions, without empty ones. */
  readonly buckets: readonly ExceptionBucket[]
}

interface ExceptionBucket {
  /** Its start, a multiple of its length since 1970. */
  readonly bucketNs: Ns
  readonly count: number
}

export interface ExceptionFacetQuery extends ExceptionFilter {
  readonly range: TimeRange
  /** Length of a bucket. 0 for none. */
  readonly bucketNs?: Ns
  /** Values of each facet. @default 8 */
  readonly values?: number
  /** Adds attributes, as '@' and the name, but for long values. @default false */
  readonly hasAttributes?: boolean
}

const ATTRIBUTES_SQL = `arrayFilter(pair -> length(pair.2) <= 200,
  arrayMap((key, value) -> (concat('@', key), value), mapKeys(Attributes)::Array(String), mapValues(Attributes)))`

/**
 * Counts the exceptions of a whole list by facet: 'service', 'environment', 'release', 'route', 'type' and 'side'
 * ('browser' or 'server').
 *
 * @throws {StoreError} Any kind.
 */
export async function listExceptionFacets(
  store: Store,
  { range, bucketNs = 0n, values = 8, hasAttributes = false, ...filter }: ExceptionFacetQuery,
  signal?: AbortSignal,
): Promise<ExceptionFacets> {
  const params = {
    fromNs: range.from,
    toNs: range.to,
    bucketNs,
    values,
    ...exceptionFilterParams(filter),
    limit: 5_000,
  }
  const statement = { name: 'list-exception-facets', sql, params, decode: row.parse }
  const bound = bindExpressions(statement, bind => ({
    ...writeFacetExpressions(filter.search, bind, search => writeConditions(search, 'exceptions', bind)),
    attributes: hasAttributes ? ATTRIBUTES_SQL : undefined,
  }))
  const rows = await store.query(bound, signal)
  const { values: named, ...facets } = assembleFacets(rows)
  const { bucket = [], issue: _, ...others } = named
  const buckets = bucket.map(({ value, count }) => ({ bucketNs: BigInt(value) * bucketNs, count }))
  const issues = rows
    .filter(({ facet }) => facet === 'issue')
    .map(({ value: issue, count, buckets, counts }) => ({
      issue,
      count,
      buckets: buckets.map((bucket, i) => ({ bucketNs: bucket * bucketNs, count: counts[i] ?? 0 })),
    }))
  return { ...facets, values: others, buckets, issues }
}

const row = facetRow.extend({ buckets: z.array(int64), counts: z.array(countColumn) })
