import { listCanaries } from '../store/pipeline/list-canaries.ts'
import type { Store } from '../store/store.ts'
import { type Ns, nsOfMs } from '../store/units.ts'

/** How fresh what is stored was at a moment. */
export interface Pulse {
  /** When the newest canary that was stored was sent; `undefined` where none of the last hour was. */
  readonly newestNs: Ns | undefined
  /** When the page was made, Unix milliseconds. */
  readonly atMs: number
}

const HOUR_MS = 3_600_000
/** Another desk's clock may be a little ahead. */
const AHEAD_MS = 60_000

/**
 * Tells when the newest canary that was stored was sent.
 *
 * @throws {StoreError} Any kind.
 */
export async function askPulse(
  store: Store,
  { nowMs }: { nowMs: number },
  signal?: AbortSignal,
): Promise<Pick<Pulse, 'newestNs'>> {
  const range = { from: nsOfMs(nowMs - HOUR_MS), to: nsOfMs(nowMs + AHEAD_MS) }
  const canaries = await listCanaries(store, { range }, signal)
  return { newestNs: canaries.find(({ rule }) => rule === '')?.storedNs }
}
