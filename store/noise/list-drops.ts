import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, int64, type Ns, type TimeRange } from '../units.ts'
import { DROP_RULES, LOOKBACK_DAYS } from './drop-rules.ts'
import sql from './list-drops.sql?raw'

/** What a drop rule removed in a range, by the ledger: each thing once, however often it was delivered. */
export interface RuleDrops {
  readonly rule: string
  readonly spans: number
  /** Span events; their spans were kept, unless another rule removed them. */
  readonly events: number
  readonly logs: number
  /** Of all three, in as much time directly before the range. */
  readonly before: number
  /** The start of the minute in which it last removed something; `undefined` where that was not within {@link LOOK_BACK_DAYS} before the end of the range. */
  readonly lastNs: Ns | undefined
  /**
   * Its part of the spans and log records that came, stored or removed, 0 to 1. Within 5 %, as those stored are counted so; `undefined`
   * of one service, release or environment, of which nobody counts what is stored.
   */
  readonly share: number | undefined
}

/** What of the ledger is looked at; '' is every one. */
export interface DropFilter {
  /** @default '' */
  readonly service?: string
  /** service.version. @default '' */
  readonly release?: string
  /** deployment.environment.name; not told of what was removed before the ledger knew it. @default '' */
  readonly environment?: string
  /** Services that are left out. @default [] */
  readonly hidden?: readonly string[]
}

/**
 * Tells of each drop rule how much it removed.
 *
 * @param options.range Compared with the things' own time, by whole minutes.
 * @returns {@link DROP_RULES} in their order, also those that removed nothing; then rules of somebody's own configuration that removed something lately, by name.
 * @throws {StoreError} Any kind.
 */
export async function listDrops(
  store: Store,
  { range, service = '', release = '', environment = '', hidden = [] }: DropFilter & { range: TimeRange },
  signal?: AbortSignal,
): Promise<RuleDrops[]> {
  const narrowed = { service, release, environment, hidden }
  const times = { fromNs: range.from, toNs: range.to, lookBackDays: LOOKBACK_DAYS }
  const params = { rules: DROP_RULES, ...times, ...narrowed, limit: 100 }
  const drops = await store.query({ name: 'list-drops', sql, params, decode: decodeRow }, signal)
  return `${service}${release}${environment}` === '' ? drops : drops.map(drop => ({ ...drop, share: undefined }))
}

const row = z.object({
  rule: z.string(),
  spans: count,
  events: count,
  logs: count,
  before: count,
  lastNs: int64,
  allRemoved: count,
  stored: count,
})

function decodeRow(value: unknown): RuleDrops {
  const { allRemoved, stored, lastNs, ...drops } = row.parse(value)
  const all = allRemoved + stored
  return {
    ...drops,
    lastNs: lastNs === 0n ? undefined : lastNs,
    share: all === 0 ? 0 : (drops.spans + drops.logs) / all,
  }
}
