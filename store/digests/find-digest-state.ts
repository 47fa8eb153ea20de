import type { Store } from '../store.ts'

/** What a visitor may know of an error: no more than this. */
export type DigestState =
  /** Also for a digest that was never seen: nobody learns from here which ones exist. */
  | { readonly state: 'noted' }
  /** Somebody has acknowledged it, or it has an owner. */
  | { readonly state: 'looked-at' }
  | { readonly state: 'fixed'; readonly release: string }

/**
 * Says how far an error has got that a visitor was shown a digest of. Asks the same of the store whatever the digest, so that the time it
 * takes tells nothing. Nothing that is stored says more yet than that every error is noted.
 *
 * @throws {StoreError} Any kind.
 */
export async function findDigestState(_store: Store, _of: { digest: string }): Promise<DigestState> {
  return { state: 'noted' }
}
