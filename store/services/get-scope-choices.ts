import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './get-scope-choices.sql?raw'

/** Values for the scope of a page, each by name; empty if there are none. */
export interface ScopeChoices {
  /** service.name of spans and log records */
  readonly services: readonly string[]
  /** deployment.environment.name of spans */
  readonly environments: readonly string[]
  /** service.version of spans */
  readonly releases: readonly string[]
  /** When the newest stored canary was sent; `undefined` if there is none in the range. */
  readonly newestCanaryNs: Ns | undefined
  /** When a Collector last reported its queues; `undefined` if none has in the last hour. */
  readonly reportedNs: Ns | undefined
  /** The database's time when this was read. */
  readonly asOfNs: Ns
}

/** server/canary/start-canary.ts uses this name. */
const CANARY_SERVICE = 'errata-canary'

/**
 * Lists the services, environments and releases seen in a range.
 *
 * @param options.range By whole three hours.
 * @param options.limit 1 to 1000 of each.
 * @throws {StoreError} Any kind.
 */
export async function getScopeChoices(
  store: Store,
  { range, limit = 200 }: { range: TimeRange; limit?: number },
  signal?: AbortSignal,
): Promise<ScopeChoices> {
  const params = { canary: CANARY_SERVICE, fromNs: range.from, toNs: range.to, limit }
  const [choices] = await store.query({ name: 'get-scope-choices', sql, params, decode: row.parse }, signal)
  if (choices === undefined) throw new Error('an aggregate without GROUP BY has one row')
  return choices
}

const optionalTime = int64.transform(ns => (ns === 0n ? undefined : ns))

const row = z.object({
  services: z.array(z.string()),
  environments: z.array(z.string()),
  releases: z.array(z.string()),
  newestCanaryNs: optionalTime,
  reportedNs: optionalTime,
  asOfNs: int64,
})
