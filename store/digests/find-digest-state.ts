import type { IssueState } from '../issue-events/derive-state.ts'
import { mergeTarget } from '../issue-events/merges.ts'
import { readIssueStates } from '../issues/read-states.ts'
import { listReleases, type Release } from '../releases/list-releases.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import { getDigestRecord } from './get-digest-record.ts'

/** What a visitor may know of an error: no more than this. */
export type DigestState =
  /** Also for a digest that was never seen: nobody learns from here which ones exist. */
  | { readonly state: 'noted' }
  /** Somebody has acknowledged it, or it has an owner. */
  | { readonly state: 'looked-at' }
  | { readonly state: 'fixed'; readonly release: string }

const MAX_RELEASES = 1_000

/**
 * Says how far an error has got that a visitor was shown a digest of; a digest is an issue. Asks the same of the store whatever the
 * digest, so that the time it takes tells nothing.
 *
 * @throws {StoreError} Any kind.
 */
export async function findDigestState(
  store: Store,
  { digest, nowNs }: { digest: string; nowNs: Ns },
  signal?: AbortSignal,
): Promise<DigestState> {
  const [states, record, releases] = await Promise.all([
    readIssueStates(store, { nowNs }, signal),
    getDigestRecord(store, { digest }, signal),
    listReleases(store, { limit: MAX_RELEASES }, signal),
  ])
  const { status, owner, acknowledged, resolved } = states.of(mergeTarget(digest, states.merges))
  if (status === 'resolved' && resolved !== undefined) {
    const release = releaseOfFix(
      resolved,
      releases.filter(({ service }) => record?.services.includes(service)),
    )
    return release === undefined ? { state: 'looked-at' } : { state: 'fixed', release }
  }
  return owner !== '' || acknowledged !== undefined ? { state: 'looked-at' } : { state: 'noted' }
}

/**
 * The release that was named; of what was fixed at once the newest by then, of what is fixed in the next one the first since.
 *
 * @param releases newest first
 * @returns `undefined` where that one is not there yet
 */
function releaseOfFix(
  { rule, event }: NonNullable<IssueState['resolved']>,
  releases: readonly Release[],
): string | undefined {
  if (rule.in === 'release') return rule.release
  const [since, before] = [
    releases.findLast(({ firstSeenNs }) => firstSeenNs > event.atNs),
    releases.find(({ firstSeenNs }) => firstSeenNs <= event.atNs),
  ]
  return (rule.in === 'next' ? since : before)?.release
}
