import { z } from 'zod'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-traces-without-session.sql?raw'

const MAX_EXCEPTIONS = 5_000

/**
 * Lists the traces with an exception that names no session: those of servers, mostly.
 *
 * @param options.most Exceptions that are read: of more, the newest.
 * @param options.limit 1 to 1000
 * @returns By trace id.
 * @throws {StoreError} Any kind.
 */
export async function listTracesWithoutSession(
  store: Store,
  { range, limit, most = MAX_EXCEPTIONS, ...filter }: ScopeFilter & { range: TimeRange; limit: number; most?: number },
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const params = {
    fromNs: range.from,
    toNs: range.to,
    ...scopeFilterParams(filter),
    most,
    limit,
  }
  const rows = await store.query({ name: 'list-traces-without-session', sql, params, decode: row.parse }, signal)
  return rows.map(({ traceId }) => traceId)
}

const row = z.object({ traceId: z.string() })
