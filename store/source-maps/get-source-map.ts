import { z } from 'zod'
import type { Store } from '../store.ts'
import sql from './get-source-map.sql?raw'
import type { SourceMapSummary } from './list-source-maps.ts'

type SourceMapAddress = Pick<SourceMapSummary, 'script' | 'release' | 'service'> & { readonly maxBytes: number }

/**
 * Reads an uploaded map.
 *
 * @returns Its text; `undefined` when there is none, or it has more than `maxBytes`.
 * @throws {StoreError} Any kind.
 */
export async function getSourceMap(
  store: Store,
  { script, release, service, maxBytes }: SourceMapAddress,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const params = { script, release, service, maxBytes: BigInt(maxBytes), limit: 1 }
  const [found] = await store.ask({ name: 'get-source-map', sql, params, decode: row.parse }, signal)
  return found?.map
}

const row = z.object({ map: z.string() })
