import { z } from 'zod'
import type { Store } from '../store.ts'
import sql from './list-trace-users.sql?raw'

/** The session and user of a trace, from its spans. */
export interface TraceUser {
  readonly traceId: string
  /** session.id; '' if no span has one. */
  readonly sessionId: string
  /** user.id or enduser.id; '' if no span has one. */
  readonly userId: string
}

/** Their ids are a third of what fits into a query parameter. */
export const MAX_TRACES = 1_000

/**
 * Lists the session and user of traces: a server's exception rarely has them, but a span of the browser or the server
 * does.
 *
 * @param options.traceIds More than {@link MAX_TRACES} are ignored.
 * @returns By trace id, without traces that have neither.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/session/ and …/user/
 */
export async function listTraceUsers(
  store: Store,
  { traceIds }: { traceIds: readonly string[] },
  signal?: AbortSignal,
): Promise<TraceUser[]> {
  if (traceIds.length === 0) return []
  const params = { traceIds: traceIds.slice(0, MAX_TRACES), limit: MAX_TRACES }
  return await store.query({ name: 'list-trace-users', sql, params, decode: row.parse }, signal)
}

const row = z.object({ traceId: z.string(), sessionId: z.string(), userId: z.string() })
