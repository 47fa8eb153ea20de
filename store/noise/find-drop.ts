import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import sql from './find-drop.sql?raw'

/**
 * A drop rule removed something of a trace, or an item with a digest, that a server or a browser had sent; times to the second. A browser can
 * name any trace: what it sent says nothing about a server's part.
 */
export type FoundDrop = z.output<typeof row>

/**
 * Finds the drop rules that removed something of a trace or with a digest within seven days.
 *
 * @param options.subject A lower-case trace id, or a digest as sent.
 * @returns What servers sent first, then latest first; an empty array if no rule did.
 * @throws {StoreError} Any kind.
 */
export function findDrop(store: Store, { subject }: { subject: string }, signal?: AbortSignal): Promise<FoundDrop[]> {
  return store.query({ name: 'find-drop', sql, params: { subject, limit: 10 }, decode: row.parse }, signal)
}

const row = z.object({ rule: z.string(), sender: z.enum(['server', 'browser']), firstNs: int64, lastNs: int64 })
