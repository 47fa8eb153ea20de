import { z } from 'zod'
import { int64 } from '../columns.ts'
import { DROP_RULE_NAMES } from '../noise/drop-rules.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-canaries.sql?raw'

/** The newest canaries of a kind; `undefined` if there are none in the range. */
export interface NewestCanaries {
  /** The rule that must drop them; '' for those that must be stored. */
  readonly rule: string
  /** The app that sent them, as it names itself; '' for probes, and for apps of before. */
  readonly app: string
  /** When the first stored one was created. */
  readonly firstNs: Ns | undefined
  /** When the newest stored one was created. */
  readonly storedNs: Ns | undefined
  /** The newest is the last one of an app that was stopped. */
  readonly isEnded: boolean
  /** When the newest dropped probe was created, to the minute. */
  readonly removedNs: Ns | undefined
}

/** server/canary/start-canary.ts uses this name. */
export const CANARY_SERVICE = 'errata-canary'

/**
 * Lists the newest stored and dropped canaries.
 *
 * @param options.range About an hour: all canaries in it are read.
 * @returns By rule, then by app; no row for kinds without any.
 * @throws {StoreError} Any kind.
 */
export function listCanaries(
  store: Store,
  { range }: { range: TimeRange },
  signal?: AbortSignal,
): Promise<NewestCanaries[]> {
  const params = { service: CANARY_SERVICE, rules: DROP_RULE_NAMES, fromNs: range.from, toNs: range.to, limit: 1000 }
  return store.query({ name: 'list-canaries', sql, params, decode: row.parse }, signal)
}

const optionalTimeColumn = int64.transform(ns => (ns === 0n ? undefined : ns))
const row = z.object({
  rule: z.string(),
  app: z.string(),
  firstNs: optionalTimeColumn,
  storedNs: optionalTimeColumn,
  isEnded: z.number().transform(Boolean),
  removedNs: optionalTimeColumn,
})
