import { z } from 'zod'
import { int64 } from '../columns.ts'
import { readByIssue } from '../issues/read-by-issue.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-resolves-and-mutes.sql?raw'

/** Somebody resolved or muted an issue, or ended that. */
export interface ResolveOrMute {
  readonly issue: string
  readonly what: 'resolved' | 'muted'
  /** The value of the issue event; '' ends an earlier one. */
  readonly value: string
  readonly id: string
  readonly atNs: Ns
}

const PAGE_ROWS = 200_000

/**
 * Lists what people said of issues that resolves or mutes them.
 *
 * @param options.sinceNs Of what is earlier the last one of each issue alone.
 * @param options.pageRows Reads so many at once; more than any issue has. @default 200,000
 * @returns By issue, then by time.
 * @throws {StoreError} Any kind.
 */
export function listResolvesAndMutes(
  store: Store,
  { sinceNs, pageRows = PAGE_ROWS }: { readonly sinceNs: Ns; readonly pageRows?: number },
  signal?: AbortSignal,
): Promise<ResolveOrMute[]> {
  return readByIssue(pageRows, afterIssue => {
    const params = { sinceNs, afterIssue, limit: pageRows }
    return store.query({ name: 'list-resolves-and-mutes', sql, params, decode: row.parse }, signal)
  })
}

const row = z.object({
  issue: z.string(),
  what: z.enum(['resolved', 'muted']),
  value: z.string(),
  id: z.string(),
  atNs: int64,
})
