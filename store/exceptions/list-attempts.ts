import { z } from 'zod'
import type { Store } from '../store.ts'
import { MAX_TRACES } from '../traces/list-trace-users.ts'
import sql from './list-attempts.sql?raw'

/** An exception with which an operation failed several times in a trace, as its spans tell. */
export interface FailedAttempts {
  readonly traceId: string
  readonly service: string
  /** exception.type without its package. */
  readonly type: string
  /** exception.message, the first 2,048 characters. */
  readonly message: string
  /** At least 2. */
  readonly attempts: number
}

/**
 * Lists how often what failed in traces was tried: several spans below one parent, each begun after the one before had ended, recorded the
 * same exception.
 *
 * @param options.traceIds More than {@link MAX_TRACES} are ignored.
 * @returns By trace, service, type and message, without what was tried once.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-spans/
 */
export async function listAttempts(
  store: Store,
  { traceIds }: { traceIds: readonly string[] },
  signal?: AbortSignal,
): Promise<FailedAttempts[]> {
  if (traceIds.length === 0) return []
  const params = { traceIds: traceIds.slice(0, MAX_TRACES), limit: MAX_TRACES }
  return await store.query({ name: 'list-attempts', sql, params, decode: row.parse }, signal)
}

interface ExceptionOfTrace {
  readonly traceId: string
  readonly service: string
  /** exception.type */
  readonly type: string
  readonly message: string
}

/** Finds how often what failed with an exception was tried; 1 if the spans tell of no other attempt. */
export function findAttemptsOf(
  { traceId, service, type, message }: ExceptionOfTrace,
  listed: readonly FailedAttempts[],
): number {
  const found = listed.find(
    of =>
      of.traceId === traceId &&
      of.service === service &&
      of.message === message &&
      (type.split(/[.+$]/).at(-1) ?? '') === of.type,
  )
  return found?.attempts ?? 1
}

const row = z.object({
  traceId: z.string(),
  service: z.string(),
  type: z.string(),
  message: z.string(),
  attempts: z.coerce.number(),
})
