import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import sql from './list-release-browsers.sql?raw'
import { releasePairParams } from './list-release-issues.ts'
import type { Release } from './list-releases.ts'

/** Sessions of one browser, in a release and in the one before. */
export interface ReleaseBrowser {
  /** user_agent.original */
  readonly browser: string
  readonly sessions: number
  /** Sessions with an unhandled exception or a failed page. */
  readonly crashed: number
  readonly sessionsBefore: number
  readonly crashedBefore: number
}

/**
 * Counts the sessions of a release by browser, against the release before, for as long as traces are kept.
 *
 * @param options.of The release in each of its services.
 * @param options.limit 1 to 1000
 * @returns Most sessions first, then by browser.
 * @throws {StoreError} Any kind.
 */
export async function listReleaseBrowsers(
  store: Store,
  { of, environment = '', limit }: { of: readonly Release[]; environment?: string; limit: number },
  signal?: AbortSignal,
): Promise<ReleaseBrowser[]> {
  const [first] = of
  if (first === undefined) return []
  const { services, previous, sinceNs } = releasePairParams(of)
  const lastNs = of.map(({ lastSeenNs }) => lastSeenNs)
  const params = { release: first.release, services, previous, sinceNs, lastNs, environment, limit }
  return await store.query({ name: 'list-release-browsers', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  browser: z.string(),
  sessions: countColumn,
  crashed: countColumn,
  sessionsBefore: countColumn,
  crashedBefore: countColumn,
})
