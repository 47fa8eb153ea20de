import { z } from 'zod'
import type { ReleaseSeen } from '../issue-events/derive-state.ts'
import type { Store } from '../store.ts'
import { int64 } from '../units.ts'
import sql from './list-release-order.sql?raw'

/**
 * Lists the releases of services in their order, also those whose telemetry is gone.
 *
 * @returns By service, then by first sight.
 * @throws {StoreError} Any kind.
 */
export async function listReleaseOrder(
  store: Store,
  { services }: { services: readonly string[] },
  signal?: AbortSignal,
): Promise<ReleaseSeen[]> {
  if (services.length === 0) return []
  const params = { services, limit: 100_000 }
  return store.ask({ name: 'list-release-order', sql, params, decode: row.parse }, signal)
}

const row = z.object({ service: z.string(), release: z.string(), firstSeenNs: int64, lastSeenNs: int64 })
