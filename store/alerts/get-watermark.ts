import { z } from 'zod'
import { int64 } from '../columns.ts'
import { CANARY_SERVICE } from '../pipeline/list-canaries.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './get-watermark.sql?raw'

export interface Watermark {
  /** The time by the database's clock, which all desks have in common. */
  readonly asOfNs: Ns
  /** When the newest stored canary was created: what was sent before is stored. `undefined` if there is none of the last hour. */
  readonly canaryNs: Ns | undefined
}

/**
 * Gets the time, and up to which everything is stored (docs/decisions/0018-canary.md).
 *
 * @throws {StoreError} Any kind.
 */
export async function getWatermark(
  store: Store,
  _: Readonly<Record<never, never>>,
  signal?: AbortSignal,
): Promise<Watermark> {
  const params = { canary: CANARY_SERVICE, limit: 1 }
  const [row = NOTHING] = await store.query({ name: 'get-watermark', sql, params, decode: decoder.parse }, signal)
  return row
}

const NOTHING: Watermark = { asOfNs: 0n, canaryNs: undefined }
const decoder = z.object({ asOfNs: int64, canaryNs: int64.transform(ns => (ns === 0n ? undefined : ns)) })
