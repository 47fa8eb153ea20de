import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-masked.sql?raw'

/** The counts of one kind of secret that the Collector masked in a service's telemetry. */
export interface Masked {
  /** '' if unnamed. */
  readonly service: string
  /** header, url, password or card; or another word of the operator's own masking. */
  readonly kind: string
  /** Spans with something masked, on them or on their events. Above some thousands an estimate. */
  readonly spans: number
  readonly logs: number
}

/**
 * Counts the spans and log records in which the Collector masked something (collector-masking.yaml). One in which several kinds were masked
 * counts for each.
 *
 * @returns Most first, then by service and kind; at most 100.
 * @throws {StoreError} Any kind; `timeout` after four seconds.
 */
export function listMasked(
  store: Store,
  { range }: { readonly range: TimeRange },
  signal?: AbortSignal,
): Promise<Masked[]> {
  const params = { fromNs: range.from, toNs: range.to, limit: 100 }
  return store.query({ name: 'list-masked', sql, params, decode: row.parse, timeoutMs: 4_000 }, signal)
}

const row = z.object({ service: z.string(), kind: z.string(), spans: countColumn, logs: countColumn })
