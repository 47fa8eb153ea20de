import { z } from 'zod'
import type { Store } from '../store.ts'
import { int64 } from '../units.ts'
import sql from './find-drop.sql?raw'

/** That a drop rule removed something of a trace, or something that carried a digest; times to the second. */
export type FoundDrop = z.output<typeof row>

/**
 * Finds which drop rules took something of a trace or with a digest, remembered for seven days.
 *
 * @param options.subject A trace id in lower case, or a digest as it was sent.
 * @returns Most recently first; an empty array where no rule took anything.
 * @throws {StoreError} Any kind.
 */
export function findDrop(store: Store, { subject }: { subject: string }, signal?: AbortSignal): Promise<FoundDrop[]> {
  return store.query({ name: 'find-drop', sql, params: { subject, limit: 10 }, decode: row.parse }, signal)
}

const row = z.object({ rule: z.string(), firstNs: int64, lastNs: int64 })
