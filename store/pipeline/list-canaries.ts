import { z } from 'zod'
import { DROP_RULES } from '../noise/drop-rules.ts'
import type { Store } from '../store.ts'
import { int64, type Ns, type TimeRange } from '../units.ts'
import sql from './list-canaries.sql?raw'

/** The newest canaries of a kind; `undefined` where there are none in the range. */
export interface Canaries {
  /** The rule that must remove them, and '' for those that must be stored. */
  readonly rule: string
  /** When the newest that was stored was made. */
  readonly storedNs: Ns | undefined
  /** When the newest dropped probe was created, to the minute. */
  readonly removedNs: Ns | undefined
}

/** server/canary/start-canary.ts sends by this name. */
const SERVICE = 'errata-canary'

/**
 * Tells what became of what the desks send all the time to see that it arrives.
 *
 * @param options.range An hour or so: it reads all canaries of it.
 * @returns By rule; without those of which nothing came.
 * @throws {StoreError} Any kind.
 */
export function listCanaries(store: Store, { range }: { range: TimeRange }, signal?: AbortSignal): Promise<Canaries[]> {
  const params = { service: SERVICE, rules: DROP_RULES, fromNs: range.from, toNs: range.to, limit: 100 }
  return store.query({ name: 'list-canaries', sql, params, decode: row.parse }, signal)
}

const moment = int64.transform(ns => (ns === 0n ? undefined : ns))
const row = z.object({ rule: z.string(), storedNs: moment, removedNs: moment })
