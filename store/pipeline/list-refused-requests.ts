import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-refused-requests.sql?raw'

/** Requests that Collectors refused before they read any telemetry of them, so that nobody knows how much they had. */
export interface RefusedRequests {
  readonly protocol: 'http' | 'grpc'
  /** `large`: above the limit; over HTTP a Collector answers the same to what cannot be read. `token`: the sender has none that is valid. */
  readonly reason: 'large' | 'token'
  readonly requests: number
}

/** collector-config.yaml */
const COLLECTOR_SERVICE = 'errata-otelcol'
/** e2e/ingest/refused-requests.spec.ts notices if a Collector answers otherwise. */
const REASONS: ReadonlyMap<string, RefusedRequests['reason']> = new Map([
  ['400', 'large'],
  ['413', 'large'],
  ['RESOURCE_EXHAUSTED', 'large'],
  ['401', 'token'],
  ['UNAUTHENTICATED', 'token'],
])

/**
 * Lists how many requests Collectors refused for good. Senders do not send them again.
 *
 * @param options.range The time of the reports.
 * @returns By protocol, then by status; one entry for each of them.
 * @throws {StoreError} Any kind.
 */
export function listRefusedRequests(
  store: Store,
  { range }: { readonly range: TimeRange },
  signal?: AbortSignal,
): Promise<RefusedRequests[]> {
  const statuses = [...REASONS.keys()]
  const params = { service: COLLECTOR_SERVICE, statuses, fromNs: range.from, toNs: range.to, limit: 100 }
  return store.query({ name: 'list-refused-requests', sql, params, decode: row.parse }, signal)
}

const row = z
  .object({ protocol: z.enum(['http', 'grpc']), status: z.string(), requests: countColumn })
  .transform(({ status, ...rest }): RefusedRequests => ({ ...rest, reason: REASONS.get(status) ?? 'large' }))
