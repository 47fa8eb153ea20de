import type { ByteChunks, Store } from '../store.ts'
import sql from './get-source-map.sql?raw'
import type { SourceMapSummary } from './list-source-maps.ts'

type SourceMapAddress = Pick<SourceMapSummary, 'script' | 'release' | 'service'> & { readonly maxBytes: number }

/**
 * Reads an uploaded map.
 *
 * @returns Its JSON in UTF-8, in chunks; `undefined` if there is none, or it has more than `maxBytes`.
 * @throws {StoreError} Any kind.
 */
export async function getSourceMap(
  store: Store,
  { script, release, service, maxBytes }: SourceMapAddress,
  signal?: AbortSignal,
): Promise<ByteChunks | undefined> {
  const params = { script, release, service, maxBytes: BigInt(maxBytes), limit: 1 }
  const pieces = await store.queryBytes({ name: 'get-source-map', sql, params }, signal)
  return pieces.length === 0 ? undefined : pieces
}
