import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, int64, type Ns } from '../units.ts'
import sql from './list-release-issues.sql?raw'
import type { Release } from './list-releases.ts'

export interface ReleaseIssue {
  readonly issue: string
  readonly service: string
  /**
   * 'new': nobody saw it before the release. 'back': it was seen earlier, but not in the release before. 'gone': it was there in the release
   * before, and is not in this one.
   */
  readonly change: 'new' | 'back' | 'gone'
  /** In the release; of what is gone in the release before. */
  readonly exceptions: number
  /** How many issues changed so, of which this is one. */
  readonly total: number
  /** Of the latest exception. */
  readonly type: string
  readonly message: string
  readonly route: string
  readonly lastNs: Ns
}

/**
 * Lists what a release brought, brought back and took away, for each of its services against the release before.
 *
 * @param options.of The release in each of its services.
 * @param options.limit of each change, 1 to 100
 * @returns By change, then the most frequent first.
 * @throws {StoreError} Any kind.
 */
export async function listReleaseIssues(
  store: Store,
  { of, environment = '', limit }: { of: readonly Release[]; environment?: string; limit: number },
  signal?: AbortSignal,
): Promise<ReleaseIssue[]> {
  const [first] = of
  if (first === undefined) return []
  const params = { release: first.release, ...pairsOf(of), environment, ofEach: limit, limit: 3 * limit }
  return await store.ask({ name: 'list-release-issues', sql, params, decode: row.parse }, signal)
}

/** The parameters that say which releases of which services are compared. */
export function pairsOf(of: readonly Release[]) {
  return {
    services: of.map(({ service }) => service),
    previous: of.map(({ previous }) => previous),
    sinceNs: of.map(({ previousFirstSeenNs }) => previousFirstSeenNs),
    firstNs: of.map(({ firstSeenNs }) => firstSeenNs),
  }
}

const row = z.object({
  issue: z.string(),
  service: z.string(),
  change: z.enum(['new', 'back', 'gone']),
  exceptions: count,
  total: count,
  type: z.string(),
  message: z.string(),
  route: z.string(),
  lastNs: int64,
})
