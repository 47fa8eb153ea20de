import { z } from 'zod'
import { mergeSqlParams } from '../issues/merges.ts'
import { readIssueEvents } from '../issues/read-states.ts'
import type { Store } from '../store.ts'
import { countColumn } from '../units.ts'
import sql from './count-release-issues.sql?raw'
import type { Release } from './list-releases.ts'

/** Issues of a release that its previous release does not have. */
interface ReleaseIssueCounts {
  /** First seen since the release. */
  readonly new: number
  /** Seen before it. */
  readonly back: number
}

/**
 * Counts the issues that are new or back in each release: not seen in the previous release of their service. After merges and grouping rules.
 *
 * @param options.of At most 1000.
 * @returns By release; releases without any are missing.
 * @throws {StoreError} Any kind.
 */
export async function countReleaseIssues(
  store: Store,
  { of, environment = '' }: { of: readonly Release[]; environment?: string },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, ReleaseIssueCounts>> {
  if (of.length === 0) return new Map()
  const { merges } = await readIssueEvents(store, {}, signal)
  const params = {
    services: of.map(({ service }) => service),
    releases: of.map(({ release }) => release),
    previous: of.map(({ previous }) => previous),
    firstNs: of.map(({ beganNs }) => beganNs),
    sinceNs: of.map(({ previousBeganNs }) => previousBeganNs).toSorted((a, b) => (a < b ? -1 : 1))[0] ?? 0n,
    environment,
    ...mergeSqlParams(merges),
    limit: 1_000,
  }
  const rows = await store.query({ name: 'count-release-issues', sql, params, decode: row.parse }, signal)
  return new Map(rows.map(({ release, ...counts }) => [release, counts]))
}

const row = z.object({ release: z.string(), new: countColumn, back: countColumn })
