import { z } from 'zod'
import type { FacetValue } from '../facets.ts'
import { count, type Ns } from '../units.ts'

/** A search as a whole: how many rows it finds, when they were, and what they have in common. */
export interface SearchFacets {
  readonly total: number
  readonly failed: number
  /** 1 where all were read; else one in so many, chosen by identity, and each number is an estimate. */
  readonly oneIn: number
  /** By name of the facet, `@…` an attribute; the most frequent value first; cut after a few. */
  readonly values: Readonly<Record<string, readonly FacetValue[]>>
  readonly buckets: readonly SearchBucket[]
  readonly cells: readonly SearchCell[]
}

/** A bucket begins at a whole number of buckets since 1970. */
export interface SearchBucket {
  readonly bucketNs: Ns
  /** Of logs: a severity; of spans ''. */
  readonly series: string
  readonly count: number
  readonly failed: number
}

/** The duration lies from 10 to the power of a quarter of `band` to that of one more, in nanoseconds. */
export interface SearchCell {
  readonly bucketNs: Ns
  readonly band: number
  readonly count: number
}

export const searchFacetRow = z.object({ facet: z.string(), value: z.string(), count, failed: count, oneIn: count })

export function searchFacetsOf(rows: readonly z.infer<typeof searchFacetRow>[], bucketNs: Ns): SearchFacets {
  const { '': [all] = [], bucket = [], cell = [], ...facets } = Object.groupBy(rows, ({ facet }) => facet)
  const values = Object.entries(facets).map(([name, of = []]) => [
    name,
    of.map(({ value, count }) => ({ value, count })),
  ])
  return {
    total: all?.count ?? 0,
    failed: all?.failed ?? 0,
    oneIn: all?.oneIn ?? 1,
    values: Object.fromEntries(values),
    buckets: bucket.map(({ value, count, failed }) => {
      const [at = '0', series = ''] = value.split(' ')
      return { bucketNs: BigInt(at) * bucketNs, series, count, failed }
    }),
    cells: cell.map(({ value, count }) => {
      const [at = '0', band = '0'] = value.split(' ')
      return { bucketNs: BigInt(at) * bucketNs, band: Number(band), count }
    }),
  }
}
