import { z } from 'zod'
import { int64, traceIdColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TraceId } from '../units.ts'
import sql from './list-linked-spans.sql?raw'

/** A span that others link to, such as the sending of a message. */
export interface LinkedSpan {
  readonly traceId: TraceId
  readonly spanId: string
  readonly service: string
  readonly name: string
  /** 'Server', 'Client', 'Internal', 'Producer', 'Consumer' or 'Unspecified'. */
  readonly kind: string
  readonly startNs: Ns
  /** 0 for a span that ends before it starts. */
  readonly durationNs: Ns
}

/** If a trace has more links, the first ones are looked up. */
export const MAX_LINKED = 200

/**
 * Lists spans by their ids, as links name them.
 *
 * @param options.links More than {@link MAX_LINKED} are ignored.
 * @returns Oldest first, without those that are not stored.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/otel/overview/#links-between-spans
 */
export async function listLinkedSpans(
  store: Store,
  { links }: { readonly links: readonly { readonly traceId: string; readonly spanId: string }[] },
  signal?: AbortSignal,
): Promise<LinkedSpan[]> {
  if (links.length === 0) return []
  const asked = links.slice(0, MAX_LINKED)
  const ids = { traceIds: asked.map(({ traceId }) => traceId), spanIds: asked.map(({ spanId }) => spanId) }
  const params = { ...ids, limit: 1_000 }
  return await store.query({ name: 'list-linked-spans', sql, params, decode: linkedSpanRow.parse }, signal)
}

export const linkedSpanRow = z.object({
  traceId: traceIdColumn,
  spanId: z.string(),
  service: z.string(),
  name: z.string(),
  kind: z.string(),
  startNs: int64,
  durationNs: int64,
})
