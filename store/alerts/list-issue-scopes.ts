import { z } from 'zod'
import { issueIdParams, type Merges } from '../issues/merges.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-issue-scopes.sql?raw'

/** Where an issue was seen. */
export interface IssueScope {
  readonly issue: string
  readonly service: string
  readonly environment: string
  readonly release: string
}

/**
 * Lists in which services, environments and releases issues were seen since a day.
 *
 * @returns By issue, then by names.
 * @throws {StoreError} Any kind.
 */
export async function listIssueScopes(
  store: Store,
  { issues, merges, sinceNs }: { readonly issues: readonly string[]; readonly merges: Merges; readonly sinceNs: Ns },
  signal?: AbortSignal,
): Promise<IssueScope[]> {
  if (issues.length === 0) return []
  const params = { ...issueIdParams(issues, merges), sinceNs, limit: 100_000 }
  return await store.query({ name: 'list-issue-scopes', sql, params, decode: row.parse }, signal)
}

const row = z.object({ issue: z.string(), service: z.string(), environment: z.string(), release: z.string() })
