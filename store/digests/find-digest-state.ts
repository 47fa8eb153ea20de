import { mergedInto } from '../issues/merges.ts'
import { readStates } from '../issues/read-states.ts'
import type { Store } from '../store.ts'
import { nsOfMs } from '../units.ts'

/** What a visitor may know of an error: no more than this. */
export type DigestState =
  /** Also for a digest that was never seen: nobody learns from here which ones exist. */
  | { readonly state: 'noted' }
  /** Somebody has acknowledged it, or it has an owner. */
  | { readonly state: 'looked-at' }
  | { readonly state: 'fixed'; readonly release: string }

/**
 * Says how far an error has got that a visitor was shown a digest of: how the issue of that name stands. Asks the same of the store whatever
 * the digest, so that the time it takes tells nothing.
 *
 * @throws {StoreError} Any kind.
 */
export async function findDigestState(
  store: Store,
  { digest }: { digest: string },
  signal?: AbortSignal,
): Promise<DigestState> {
  const { of, merges } = await readStates(store, { nowNs: nsOfMs(Date.now()) }, signal)
  const { standing, resolved, acknowledged, owner } = of(mergedInto(digest, merges))
  if (standing === 'resolved' && resolved?.rule.in === 'release') {
    return { state: 'fixed', release: resolved.rule.release }
  }
  return { state: standing === 'resolved' || acknowledged !== undefined || owner !== '' ? 'looked-at' : 'noted' }
}
