import type { ComparedPeriods, ScopeFilter } from '../../../store/comparison.ts'
import type { NewRelease } from '../../../store/releases/list-releases-seen.ts'
import { listLatencies } from '../../../store/services/list-latencies.ts'
import type { Store } from '../../../store/store.ts'
import { compareP95 } from '../../insights/change.ts'
import { writeFinding } from '../../insights/write-finding.ts'

interface ReleaseChangeQuery {
  readonly comparison: ComparedPeriods
  /** New ones of one service, by time. */
  readonly releases: readonly NewRelease[]
  readonly listFilters: ScopeFilter
}

interface ReleaseChange {
  readonly text: string
  readonly isSlower: boolean
}

/** Older releases are not compared. */
const MAX_RELEASES = 3

/**
 * The release with which the 95th percentile of a service changed most: `p95 1.8× (240 ms → 430 ms) since 7.2.0`. Requests since its first
 * appearance, until the next release, are compared with those since the release before it, or since the start of the previous period.
 *
 * @returns `undefined` if it changed with none.
 */
export async function findReleaseChange(
  store: Store,
  { comparison, releases, listFilters }: ReleaseChangeQuery,
  signal?: AbortSignal,
): Promise<ReleaseChange | undefined> {
  const { beforeNs, toNs, stepNs } = comparison
  if (listFilters.release !== undefined && listFilters.release !== '') return undefined
  const found = await Promise.all(
    releases.slice(-MAX_RELEASES).map(async ({ release, firstSeenNs }) => {
      const at = releases.findIndex(of => of.release === release)
      const periods = {
        beforeNs: releases[at - 1]?.firstSeenNs ?? beforeNs,
        fromNs: firstSeenNs,
        toNs: releases[at + 1]?.firstSeenNs ?? toNs,
        stepNs,
      }
      const query = { comparison: periods, by: 'service', limit: 1 } as const
      const [latency] = await listLatencies(store, { ...query, ...listFilters }, signal)
      const change = latency && compareP95(latency.now, latency.before, latency.oneIn)
      if (latency === undefined || change?.direction === undefined) return []
      const [now, before] = [latency.now.p95, latency.before.p95]
      const size = Math.abs(Math.log(Number(now) / Number(before)))
      const since = { release, until: releases[at + 1]?.release ?? '' }
      const text = writeFinding({ subject: '', measure: 'p95', before: Number(before), after: Number(now), since })
      return [{ size, isSlower: change.direction === 'more', text }]
    }),
  )
  const [most] = found.flat().toSorted((a, b) => b.size - a.size)
  return most && { text: most.text, isSlower: most.isSlower }
}
