import { listCanaries } from '../store/pipeline/list-canaries.ts'
import type { Store } from '../store/store.ts'
import { type Ns, nsOfMs } from '../store/units.ts'

/** How fresh what is stored was at a moment. */
export interface Pulse {
  /** When the newest canary that was stored was sent; `undefined` where none of the last hour was. */
  readonly newestNs: Ns | undefined
  /** When that was asked, Unix milliseconds. */
  readonly atMs: number
}

const KEPT_MS = 5_000
const HOUR_MS = 3_600_000
/** Another desk's clock may be a little ahead. */
const AHEAD_MS = 60_000
const asked = new WeakMap<Store, { readonly atMs: number; readonly pulse: Promise<Pulse> }>()

/**
 * Tells when the newest canary that was stored was sent. Every page asks, so one answer serves all pages of five seconds, whoever waited for
 * it: no page's leaving ends the question.
 *
 * @throws {StoreError} Any kind.
 */
export function askPulse(store: Store, { nowMs }: { nowMs: number }): Promise<Pulse> {
  const last = asked.get(store)
  if (last !== undefined && nowMs - last.atMs < KEPT_MS) return last.pulse
  const pulse = ask(store, nowMs)
  asked.set(store, { atMs: nowMs, pulse })
  return pulse
}

async function ask(store: Store, nowMs: number): Promise<Pulse> {
  const range = { from: nsOfMs(nowMs - HOUR_MS), to: nsOfMs(nowMs + AHEAD_MS) }
  const canaries = await listCanaries(store, { range })
  return { newestNs: canaries.find(({ rule }) => rule === '')?.storedNs, atMs: nowMs }
}
