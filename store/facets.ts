import { z } from 'zod'
import { countColumn } from './columns.ts'

/** The values of the rows of a list, with counts. */
export interface Facets {
  /** Number of rows of the whole list, on all pages. */
  readonly total: number
  /** False if only a sample was read: all numbers are then estimates. */
  readonly isExact: boolean
  /** By name of the facet, the most frequent value first; only the first few. */
  readonly values: Readonly<Record<string, readonly FacetValue[]>>
}

export interface FacetValue {
  /** '' for rows without a value. */
  readonly value: string
  readonly count: number
}

/** Decodes a row of a query about facets. */
export const facetRow = z.object({ facet: z.string(), value: z.string(), count: countColumn, oneIn: countColumn })

/** Assembles the rows of a facet query; facet '' is the total. */
export function assembleFacets(rows: readonly z.infer<typeof facetRow>[]): Facets {
  const byFacet = Object.groupBy(rows, ({ facet }) => facet)
  const { '': [all] = [], ...facets } = byFacet
  const values = Object.entries(facets).map(([name, of = []]) => [
    name,
    of.map(({ value, count }) => ({ value, count })),
  ])
  return { total: all?.count ?? 0, isExact: (all?.oneIn ?? 1) === 1, values: Object.fromEntries(values) }
}
