import { z } from 'zod'
import { count } from './units.ts'

/** What the rows of a list have in common, and how many have it. */
export interface Facets {
  /** Rows of the whole list, whatever page of it is shown. */
  readonly total: number
  /** False where only some of many were looked at: then every number is about right. */
  readonly isExact: boolean
  /** By name of the facet, the most frequent value first; cut after a few. */
  readonly values: Readonly<Record<string, readonly FacetValue[]>>
}

export interface FacetValue {
  /** '' for the rows that have none. */
  readonly value: string
  readonly count: number
}

/** Decodes a row of a query about facets. */
export const facetRow = z.object({ facet: z.string(), value: z.string(), count, oneIn: count })

/** Puts together what one query answered; the facet '' is all of them. */
export function facetsOf(rows: readonly z.infer<typeof facetRow>[]): Facets {
  const byFacet = Object.groupBy(rows, ({ facet }) => facet)
  const { '': [all] = [], ...facets } = byFacet
  const values = Object.entries(facets).map(([name, of = []]) => [
    name,
    of.map(({ value, count }) => ({ value, count })),
  ])
  return { total: all?.count ?? 0, isExact: (all?.oneIn ?? 1) === 1, values: Object.fromEntries(values) }
}
