import { z } from 'zod'
import type { Store } from '../store.ts'
import { count } from '../units.ts'
import { releasePairParams } from './list-release-issues.ts'
import sql from './list-release-latencies.sql?raw'
import type { Release } from './list-releases.ts'

/** How long something took in a release and in the one before. */
export interface ReleaseRouteLatency {
  readonly what: 'duration' | 'lcp' | 'inp' | 'cls' | 'fcp' | 'ttfb'
  readonly service: string
  readonly route: string
  /** 75th percentile: of a duration nanoseconds, of a vital milliseconds, of cls a score. */
  readonly now: number
  /** `undefined` where none was measured. */
  readonly before: number | undefined
  /** How many were looked at. */
  readonly samples: number
  readonly samplesBefore: number
  /** One in so many was looked at. */
  readonly thinnedBy: number
}

/** Where there are more, one in two, four and so on is looked at. */
const MAX_ROWS = 20_000

/**
 * Reads how fast a release is by route, against the release before, for as long as traces are kept.
 *
 * @param options.of The release in each of its services.
 * @param options.limit 1 to 1000
 * @returns What was measured most first.
 * @throws {StoreError} Any kind.
 */
export async function listReleaseLatencies(
  store: Store,
  query: { of: readonly Release[]; whats: readonly ReleaseRouteLatency['what'][]; environment?: string; limit: number },
  signal?: AbortSignal,
): Promise<ReleaseRouteLatency[]> {
  const { of, whats, environment = '', limit } = query
  const [first] = of
  if (first === undefined) return []
  const { services, previous, sinceNs } = releasePairParams(of)
  const params = {
    whats,
    release: first.release,
    services,
    previous,
    sinceNs,
    lastNs: of.map(({ lastSeenNs }) => lastSeenNs),
    environment,
    maxRows: MAX_ROWS,
    limit,
  }
  return await store.query({ name: 'list-release-latencies', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  what: z.enum(['duration', 'lcp', 'inp', 'cls', 'fcp', 'ttfb']),
  service: z.string(),
  route: z.string(),
  now: z.number(),
  before: z
    .number()
    .nullable()
    .transform(value => value ?? undefined),
  samples: count,
  samplesBefore: count,
  thinnedBy: z.number(),
})
