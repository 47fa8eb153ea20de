import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import { releasePairParams } from './list-release-issues.ts'
import sql from './list-release-latencies.sql?raw'
import type { Release } from './list-releases.ts'

/** How long something took in a release and in the one before, and how much of it failed. */
export interface ReleaseOperationLatency {
  readonly what: 'duration' | 'lcp' | 'inp' | 'cls' | 'fcp' | 'ttfb'
  readonly service: string
  readonly operation: string
  /** 95th percentile of durations, nanoseconds; 75th of vitals, milliseconds, of cls a score. */
  readonly now: number
  /** `undefined` if there was none. */
  readonly before: number | undefined
  readonly median: number
  readonly medianBefore: number | undefined
  /** Measurements that were read. */
  readonly samples: number
  readonly samplesBefore: number
  /** Of these; 0 of vitals. */
  readonly failed: number
  readonly failedBefore: number
  /** One in so many was looked at. */
  readonly thinnedBy: number
}

/** If there are more, every second, fourth, … one is read. */
const MAX_ROWS = 20_000

/**
 * Reads latencies and web vitals of a release by operation, compared with the previous release, as long as traces are kept.
 *
 * @param options.of The release in each of its services.
 * @param options.limit 1 to 1000
 * @returns Most measurements first.
 * @throws {StoreError} Any kind.
 */
export async function listReleaseLatencies(
  store: Store,
  query: {
    of: readonly Release[]
    whats: readonly ReleaseOperationLatency['what'][]
    environment?: string
    limit: number
  },
  signal?: AbortSignal,
): Promise<ReleaseOperationLatency[]> {
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

const optional = z
  .number()
  .nullable()
  .transform(value => value ?? undefined)

const row = z.object({
  what: z.enum(['duration', 'lcp', 'inp', 'cls', 'fcp', 'ttfb']),
  service: z.string(),
  operation: z.string(),
  now: z.number(),
  before: optional,
  median: z.number(),
  medianBefore: optional,
  samples: countColumn,
  samplesBefore: countColumn,
  failed: countColumn,
  failedBefore: countColumn,
  thinnedBy: z.number(),
})
