import { z } from 'zod'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-services.sql?raw'

export interface Service {
  /** service.name */
  readonly service: string
}

/**
 * Lists the services that sent a span, a log record or an exception in a range.
 *
 * @param options.range By whole five minutes.
 * @param options.limit 1 to 1000.
 * @returns By name; an empty array when there was none.
 * @throws {StoreError} Any kind.
 */
export function listServices(
  store: Store,
  { range, limit = 200 }: { range: TimeRange; limit?: number },
  signal?: AbortSignal,
): Promise<Service[]> {
  return store.ask(
    { name: 'list-services', sql, params: { fromNs: range.from, toNs: range.to, limit }, decode: row.parse },
    signal,
  )
}

const row = z.object({ service: z.string() })
