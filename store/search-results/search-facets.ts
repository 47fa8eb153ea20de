import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { FacetValue } from '../facets.ts'
import type { Ns } from '../units.ts'

/** The result of a search as a whole: how many rows match, when they were, and their facets. */
export interface SearchFacets {
  readonly total: number
  readonly failed: number
  /** Of spans: percentiles of their durations, 0 without any. */
  readonly p50Ns: Ns
  readonly p95Ns: Ns
  /** 1 if all rows were read; else one in so many, chosen by identity, and all numbers are estimates. */
  readonly oneIn: number
  /** By name of the facet, `@…` for an attribute; the most frequent value first, only the first few. */
  readonly values: Readonly<Record<string, readonly FacetValue[]>>
  readonly buckets: readonly SearchResultBucket[]
  readonly cells: readonly SpanDurationCell[]
}

/** Buckets start at multiples of their length since 1970. */
export interface SearchResultBucket {
  readonly bucketNs: Ns
  /** Logs: the severity. Spans: ''. */
  readonly series: string
  readonly count: number
  readonly failed: number
}

/** Durations from 10^(band/4) to 10^((band+1)/4) nanoseconds. */
export interface SpanDurationCell {
  readonly bucketNs: Ns
  readonly band: number
  readonly count: number
  /** Of these. */
  readonly failed: number
  /** Of these, those of a selection; 0 without one. */
  readonly picked: number
}

export const searchFacetRow = z.object({
  facet: z.string(),
  value: z.string(),
  count: countColumn,
  failed: countColumn,
  picked: countColumn.default(0),
  oneIn: countColumn,
  p50Ns: int64.optional(),
  p95Ns: int64.optional(),
})

export function assembleSearchFacets(rows: readonly z.infer<typeof searchFacetRow>[], bucketNs: Ns): SearchFacets {
  const { '': [all] = [], bucket = [], cell = [], ...facets } = Object.groupBy(rows, ({ facet }) => facet)
  const values = Object.entries(facets).map(([name, of = []]) => [
    name,
    of.map(({ value, count }) => ({ value, count })),
  ])
  return {
    total: all?.count ?? 0,
    failed: all?.failed ?? 0,
    p50Ns: all?.p50Ns ?? 0n,
    p95Ns: all?.p95Ns ?? 0n,
    oneIn: all?.oneIn ?? 1,
    values: Object.fromEntries(values),
    buckets: bucket.map(({ value, count, failed }) => {
      const [at = '0', series = ''] = value.split(' ')
      return { bucketNs: BigInt(at) * bucketNs, series, count, failed }
    }),
    cells: cell.map(({ value, count, failed, picked }) => {
      const [at = '0', band = '0'] = value.split(' ')
      return { bucketNs: BigInt(at) * bucketNs, band: Number(band), count, failed, picked }
    }),
  }
}
