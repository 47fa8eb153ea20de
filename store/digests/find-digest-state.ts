import type { IssueState } from '../issues/derive-state.ts'
import { findMergeTarget } from '../issues/merges.ts'
import { readIssueStates } from '../issues/read-states.ts'
import { listReleases, type Release } from '../releases/list-releases.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import { getDigestRecord } from './get-digest-record.ts'

/** All that a visitor may know about an error. */
export type DigestState =
  /** Also for a digest that was never seen, so that nobody can find out which ones exist. */
  | { readonly state: 'noted' }
  /** Acknowledged or assigned. */
  | { readonly state: 'looked-at' }
  | { readonly state: 'fixed'; readonly release: string }

const MAX_RELEASES = 1_000

/**
 * Reads the state of the error behind a digest that a visitor was shown; a digest is an issue. An issue's id that was
 * never sent as a digest is none: a visitor was not shown it. Runs the same queries for every digest, so that response
 * times reveal nothing.
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
  if (record === undefined) return { state: 'noted' }
  const { status, owner, acknowledged, resolved } = states.of(findMergeTarget(digest, states.merges))
  if (status === 'resolved' && resolved !== undefined) {
    const release = releaseOfFix(
      resolved,
      releases.filter(({ service }) => record.services.includes(service)),
    )
    return release === undefined ? { state: 'looked-at' } : { state: 'fixed', release }
  }
  return owner !== '' || acknowledged !== undefined ? { state: 'looked-at' } : { state: 'noted' }
}

/**
 * The release with the fix: the named one; for `now` the newest at that time; for `next` the first one since.
 *
 * @param releases newest first
 * @returns `undefined` if that release has not been seen yet
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
