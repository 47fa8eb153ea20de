import { z } from 'zod'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { booleanColumn, int64, type Ns } from '../units.ts'
import sql from './list-releases.sql?raw'

/** A release of one service. */
export interface Release {
  readonly service: string
  /** service.version */
  readonly release: string
  /** By its first transaction or exception. */
  readonly firstSeenNs: Ns
  readonly lastSeenNs: Ns
  /** When it was deployed, if somebody told it, or first seen, if that was before. */
  readonly beganNs: Ns
  /** True if browsers alone sent what is known of it. */
  readonly isBrowser: boolean
  /** The release of the service that began before it; '' for the first one. */
  readonly previous: string
  /** When that began; `beganNs` if there is none. */
  readonly previousBeganNs: Ns
}

/**
 * Lists releases in the order in which they began, as far back as digests are kept.
 *
 * @param options.limit 1 to 1000
 * @returns Newest first, then by service and release; without those of services that name none.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/resource/#service for `service.version`
 */
export function listReleases(
  store: Store,
  { limit, ...filter }: ScopeFilter & { limit: number },
  signal?: AbortSignal,
): Promise<Release[]> {
  const params = { ...scopeFilterParams(filter), limit }
  return store.query({ name: 'list-releases', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  service: z.string(),
  release: z.string(),
  firstSeenNs: int64,
  lastSeenNs: int64,
  beganNs: int64,
  isBrowser: booleanColumn,
  previous: z.string(),
  previousBeganNs: int64,
})
