import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-vital-causes.sql?raw'

/** What made a web vital of a route poor, or less than good. */
export interface WebVitalCause {
  readonly vital: 'lcp' | 'inp' | 'cls'
  readonly route: string
  /** Selector of the element that was largest, acted on or shifted most; '' if unknown. */
  readonly target: string
  /** Of the resource of an LCP; '' for text. */
  readonly url: string
  /** Page views whose vital was not good, with this cause. */
  readonly views: number
  /** Those of the route, with any cause. */
  readonly routeViews: number
  /** 75th percentile of these views: milliseconds, of CLS a score. */
  readonly p75: number
  /** Where most of the time went, such as `resource_load_delay`; '' if unknown. */
  readonly phase: string
}

interface VitalCauseQuery {
  readonly range: TimeRange
  readonly service: string
  readonly environment?: string
  readonly release?: string
}

const MAX_CAUSES = 8

/**
 * Lists what caused the page views of a service whose LCP, INP or CLS was not good.
 *
 * @returns By vital, then the most page views first; at most 8 of each vital.
 * @throws {StoreError} Any kind.
 * @see https://web.dev/articles/vitals for the thresholds
 */
export function listVitalCauses(
  store: Store,
  { range, service, environment = '', release = '' }: VitalCauseQuery,
  signal?: AbortSignal,
): Promise<WebVitalCause[]> {
  const scope = { fromNs: range.from, toNs: range.to, service, environment, release }
  const params = { ...scope, values: MAX_CAUSES, limit: 3 * MAX_CAUSES }
  return store.query({ name: 'list-vital-causes', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  vital: z.enum(['lcp', 'inp', 'cls']),
  route: z.string(),
  target: z.string(),
  url: z.string(),
  views: countColumn,
  routeViews: countColumn,
  p75: z.number(),
  phase: z.string(),
})
