import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, flag, int64, type Ns } from '../units.ts'
import { type Comparison, type Narrowing, narrowingParams, stepOf } from './comparison.ts'
import sql from './list-issue-changes.sql?raw'

export interface IssueChange {
  readonly issue: string
  readonly service: string
  /** Exceptions, at least one now. */
  readonly now: number
  readonly before: number
  /** Nobody saw it earlier, as far back as issues are remembered. */
  readonly isNew: boolean
  readonly firstSeenNs: Ns
  /** exception.type, exception.message (at most 256 bytes) and route of the latest of either time. */
  readonly type: string
  readonly message: string
  readonly route: string
}

/**
 * Lists the issues that are new now, and those that have grown since before.
 *
 * @param options.limit of each, 1 to 100
 * @returns New ones first, then by growth; an issue is in it once.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/ for `exception.*`
 */
export function listIssueChanges(
  store: Store,
  { comparison, limit, ...narrowing }: Narrowing & { comparison: Comparison; limit: number },
  signal?: AbortSignal,
): Promise<IssueChange[]> {
  const { beforeNs, fromNs, toNs } = comparison
  const params = {
    beforeNs,
    fromNs,
    toNs,
    everyMinutes: stepOf(comparison),
    ...narrowingParams(narrowing),
    ofEach: limit,
    limit: 2 * limit,
  }
  return store.ask({ name: 'list-issue-changes', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  issue: z.string(),
  service: z.string(),
  now: count,
  before: count,
  isNew: flag,
  firstSeenNs: int64,
  type: z.string(),
  message: z.string(),
  route: z.string(),
})
