import type { ScopeFilter } from '../../store/comparison.ts'
import { listReleasesSeen, type NewRelease } from '../../store/releases/list-releases-seen.ts'
import type { Store } from '../../store/store.ts'
import type { TimeRange } from '../../store/units.ts'
import { releasePath } from '../url/page-paths.ts'

interface DeployQuery {
  readonly filters: Pick<ScopeFilter, 'service' | 'environment' | 'hidden'>
  readonly range: TimeRange
  /** Length of a bucket of the chart. */
  readonly stepNs: bigint
}

/** The deploys in a range, as marks of a chart. */
export async function listDeploys(
  store: Store,
  { filters: { service = '', environment = '', hidden = [] }, range, stepNs }: DeployQuery,
  signal?: AbortSignal,
) {
  const comparison = { fromNs: range.from, toNs: range.to }
  return mergeDeploys(await listReleasesSeen(store, { comparison, service, environment, hidden }, signal), stepNs)
}

/** A deploy of several services, such as a server and its browser half, is one mark. */
export function mergeDeploys(releases: readonly NewRelease[], withinNs: bigint) {
  const deploys: { release: string; firstSeenNs: bigint; services: string[] }[] = []
  for (const { release, service, firstSeenNs } of releases) {
    const same = deploys.find(of => of.release === release && firstSeenNs - of.firstSeenNs <= withinNs)
    if (same !== undefined) same.services.push(service)
    else deploys.push({ release, firstSeenNs, services: [service] })
  }
  return deploys.map(({ release, firstSeenNs, services }) => ({
    atNs: firstSeenNs,
    label: release,
    title: `${release} of ${services.join(', ')}`,
    to: releasePath(release),
  }))
}
