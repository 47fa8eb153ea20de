import { z } from 'zod'
import { type Comparison, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import sql from './list-route-vitals.sql?raw'
import { type Vital, vitalRow } from './list-vitals.ts'

/** How the pages of a route felt. */
export interface RouteVital extends Vital {
  /** '' where the browser gave none. */
  readonly route: string
}

/** Where there are more of all routes together, one in two, four and so on is looked at. */
const MAX_ROWS = 20_000

/**
 * Reads how the pages of each route felt: the 75th percentile of each web vital, now and before.
 *
 * @returns By route, then by name, without those of which none was measured now.
 * @throws {StoreError} Any kind.
 */
export function listRouteVitals(
  store: Store,
  { comparison, ...filter }: ScopeFilter & { comparison: Comparison },
  signal?: AbortSignal,
): Promise<RouteVital[]> {
  const { beforeNs, fromNs, toNs } = comparison
  const params = { beforeNs, fromNs, toNs, maxRows: MAX_ROWS, ...scopeFilterParams(filter), limit: 10_000 }
  return store.query({ name: 'list-route-vitals', sql, params, decode: row.parse }, signal)
}

const row = vitalRow.extend({ route: z.string() })
