import { z } from 'zod'
import type { Store } from '../store.ts'
import sql from './list-source-maps.sql?raw'

/** A script of a release, and which map it has. */
export interface SourceMapSummary {
  /** Path as far as the build knew it: `assets/index-DkJ3a.js`. */
  readonly script: string
  readonly release: string
  /** '' for every service. */
  readonly service: string
  readonly debugId: string
}

/**
 * Lists the uploaded maps of scripts with these names.
 *
 * @param options.services Maps of these and of no service in particular.
 * @returns By script, of one script the newest first; at most `limit`.
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
