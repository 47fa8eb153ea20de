import { z } from 'zod'
import type { Store } from '../store.ts'
import sql from './list-source-maps.sql?raw'

/** A script of a release, and its map. */
export interface SourceMapSummary {
  /** Its path in the build: `assets/index-DkJ3a.js`. */
  readonly script: string
  readonly release: string
  /** '' for every service. */
  readonly service: string
  readonly debugId: string
}

/**
 * Lists the uploaded maps of scripts with these names.
 *
 * @param options.services Maps of these services, and maps without a service.
 * @returns By script, then newest first; at most `limit`.
 * @throws {StoreError} Any kind.
 */
export function listSourceMaps(
  store: Store,
  { scripts, services, limit }: { scripts: readonly string[]; services: readonly string[]; limit: number },
  signal?: AbortSignal,
): Promise<SourceMapSummary[]> {
  const params = { scripts, services: ['', ...services], limit }
  return store.query({ name: 'list-source-maps', sql, params, decode: row.parse }, signal)
}

const row = z.object({ script: z.string(), release: z.string(), service: z.string(), debugId: z.string() })
