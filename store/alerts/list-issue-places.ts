import { z } from 'zod'
import { type Merges, mergeSqlParams } from '../issues/merges.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-issue-places.sql?raw'

/** Where an issue was thrown. */
export interface IssuePlace {
  readonly issue: string
  readonly service: string
  /** The innermost in-app function, with its file if known; '' if there is none. */
  readonly function: string
}

/**
 * Lists where the latest exceptions of issues were thrown.
 *
 * @param options.sinceNs Of issues that were seen since.
 * @returns By issue.
 * @throws {StoreError} Any kind.
 */
export function listIssuePlaces(
  store: Store,
  { sinceNs, merges }: { readonly sinceNs: Ns; readonly merges: Merges },
  signal?: AbortSignal,
): Promise<IssuePlace[]> {
  const params = { sinceNs, ...mergeSqlParams(merges), limit: 100_000 }
  return store.query({ name: 'list-issue-places', sql, params, decode: row.parse }, signal)
}

const row = z.object({ issue: z.string(), service: z.string(), function: z.string() })
