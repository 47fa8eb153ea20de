import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-point-volume.sql?raw'

/** The number of data points of a service. Their bytes are not known by day. */
export interface PointVolume {
  /** '' if unnamed. */
  readonly service: string
  readonly points: number
}

/**
 * Counts the data points of each service.
 *
 * @param options.range Of the timestamps.
 * @returns Most first; at most 500.
 * @throws {StoreError} Any kind.
 */
export function listPointVolume(
  store: Store,
  { range: { from, to } }: { readonly range: TimeRange },
  signal?: AbortSignal,
): Promise<PointVolume[]> {
  const params = { fromNs: from, toNs: to, limit: 500 }
  return store.query({ name: 'list-point-volume', sql, params, decode: row.parse }, signal)
}

const row = z.object({ service: z.string(), points: countColumn })
