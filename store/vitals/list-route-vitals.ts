import { z } from 'zod'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import sql from './list-route-vitals.sql?raw'
import { type WebVital, webVitalRow } from './list-vitals.ts'

/** A web vital of a route. */
export interface RouteWebVital extends WebVital {
  /** '' if the browser sent none. */
  readonly route: string
}

/** If all routes together have more, every second, fourth, … one is read. */
const MAX_ROWS = 20_000

/**
 * Reads the web vitals of each route: their 75th percentiles now and before.
 *
 * @returns By route, then by name, without vitals that were not measured now.
 * @throws {StoreError} Any kind.
 */
export function listRouteVitals(
  store: Store,
  { comparison, ...filter }: ScopeFilter & { comparison: ComparedPeriods },
  signal?: AbortSignal,
): Promise<RouteWebVital[]> {
  const { beforeNs, fromNs, toNs } = comparison
  const params = { beforeNs, fromNs, toNs, maxRows: MAX_ROWS, ...scopeFilterParams(filter), limit: 10_000 }
  return store.query({ name: 'list-route-vitals', sql, params, decode: row.parse }, signal)
}

const row = webVitalRow.extend({ route: z.string() })
