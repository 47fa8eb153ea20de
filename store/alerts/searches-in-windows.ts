import { z } from 'zod'
import type { SearchExpression } from '../../search/search.ts'
import { countColumn } from '../columns.ts'
import type { Ns, TimeRange } from '../units.ts'

/** Searches, and windows of one length at even distances in which they are to be counted. */
export interface SearchesInWindows {
  /** At least one. */
  readonly searches: readonly (SearchExpression | undefined)[]
  /** The end of the first window. */
  readonly firstNs: Ns
  /** From the end of one window to that of the next. */
  readonly stepNs: Ns
  readonly windows: number
  readonly lengthNs: Ns
}

/** The number of matches of a search in a window. */
export interface FoundInWindow {
  /** Positions in the question. */
  readonly search: number
  readonly window: number
  /** Exact to about 50,000. */
  readonly found: number
}

/** From the beginning of the first window to the end of the last. */
export function rangeOfWindows({ firstNs, stepNs, windows, lengthNs }: SearchesInWindows): TimeRange {
  return { from: firstNs - lengthNs, to: firstNs + stepNs * BigInt(windows - 1) }
}

export function windowParams(query: SearchesInWindows) {
  const { from, to } = rangeOfWindows(query)
  const { firstNs, stepNs, windows, lengthNs } = query
  return { fromNs: from, toNs: to, firstNs, stepNs, windowsMost: windows, lengthNs, limit: 1_000_000 }
}

export const foundRow = z
  .object({ search: z.number(), window: z.number(), found: countColumn })
  .transform(({ search, ...of }) => ({ ...of, search: search - 1 }))
