import { z } from 'zod'
import type { Store } from '../store.ts'
import { int64 } from '../units.ts'
import sql from './find-drop.sql?raw'

/** A drop rule removed something of a trace, or an item with a digest; times to the second. */
export type FoundDrop = z.output<typeof row>

/**
 * Finds the drop rules that removed something of a trace or with a digest within seven days.
 *
 * @param options.subject A lower-case trace id, or a digest as sent.
 * @returns Latest first; an empty array if no rule did.
 * @throws {StoreError} Any kind.
 */
export function findDrop(store: Store, { subject }: { subject: string }, signal?: AbortSignal): Promise<FoundDrop[]> {
  return store.query({ name: 'find-drop', sql, params: { subject, limit: 10 }, decode: row.parse }, signal)
}

const row = z.object({ rule: z.string(), firstNs: int64, lastNs: int64 })
