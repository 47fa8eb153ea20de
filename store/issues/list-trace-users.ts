import { z } from 'zod'
import type { Store } from '../store.ts'
import sql from './list-trace-users.sql?raw'

/** Whose request a trace is, as its spans name it. */
export interface TraceUser {
  readonly traceId: string
  /** session.id; '' where no span names one. */
  readonly sessionId: string
  /** user.id or enduser.id; '' where no span names one. */
  readonly userId: string
}

const MAX_TRACES = 100

/**
 * Lists the session and the user of traces: a server's exception rarely names them itself, while the browser's or its own span does.
 *
 * @param options.traceIds Beyond a hundred they are ignored.
 * @returns By trace id, without the traces whose spans name neither.
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
