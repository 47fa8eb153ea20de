import type { ScopeFilter } from '../../../store/comparison.ts'
import { listReleaseDurations } from '../../../store/releases/list-release-durations.ts'
import type { FollowingRelease } from '../../../store/releases/list-releases-seen.ts'
import type { Store } from '../../../store/store.ts'
import { compareP95 } from '../../insights/change.ts'
import { writeFinding } from '../../insights/write-finding.ts'

interface ReleaseChangeQuery {
  /** New ones of one service, by time. */
  readonly releases: readonly FollowingRelease[]
  readonly listFilters: ScopeFilter
}

interface ReleaseChange {
  readonly text: string
  readonly isSlower: boolean
}

/** Older releases are not compared. */
const MAX_RELEASES = 3

/**
 * The release with which the 95th percentile of a service changed most: `p95 1.8× (240 ms → 430 ms) since 7.2.0`. The requests of a release are
 * compared with those of the release before it, as on its own page: those of a canary are few among the others of its time.
 *
 * @returns `undefined` if it changed with none.
 */
export async function findReleaseChange(
  store: Store,
  { releases, listFilters }: ReleaseChangeQuery,
  signal?: AbortSignal,
): Promise<ReleaseChange | undefined> {
  if (listFilters.release !== undefined && listFilters.release !== '') return undefined
  const compared = releases.slice(-MAX_RELEASES)
  const names = [...new Set(compared.flatMap(({ release, previous }) => [release, previous]))]
  const durations = await listReleaseDurations(store, { ...listFilters, releases: names }, signal)
  const durationOf = (name: string) => durations.find(({ release }) => release === name)
  const found = compared.flatMap(({ release, previous }) => {
    const [now, before] = [durationOf(release), durationOf(previous)]
    const change = now && before && compareP95(now, before)
    if (change?.direction === undefined) return []
    const next = releases[releases.findIndex(of => of.release === release) + 1]
    const since = { release, until: next?.release ?? '' }
    const text = writeFinding({ subject: '', measure: 'p95', before: change.before, after: change.now, since })
    return [{ size: Math.abs(Math.log(change.now / change.before)), isSlower: change.direction === 'more', text }]
  })
  const [most] = found.toSorted((a, b) => b.size - a.size)
  return most && { text: most.text, isSlower: most.isSlower }
}
