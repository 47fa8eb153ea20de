import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import { DROP_LOOKBACK_DAYS, DROP_RULE_NAMES } from './drop-rules.ts'
import sql from './list-drops.sql?raw'

/** What a drop rule removed in a range, each item once for repeated deliveries. */
export interface RuleDrops {
  readonly rule: string
  readonly spans: number
  /** Span events. Their spans were kept, unless another rule removed them. */
  readonly events: number
  readonly logs: number
  /** All signals, in the previous period. */
  readonly before: number
  /** The minute of the last match; `undefined` if there was none within {@link DROP_LOOKBACK_DAYS} before the end of the range. */
  readonly lastNs: Ns | undefined
  /** All spans and log records of the range and filter, stored or dropped by any rule. Within 5 %, because stored ones are estimated. */
  readonly all: number
}

/** Filters of drop counts; '' matches everything. */
export interface DropFilter {
  /** @default '' */
  readonly service?: string
  /** service.version. @default '' */
  readonly release?: string
  /** deployment.environment.name; unknown for older drops. @default '' */
  readonly environment?: string
  /** Services to leave out. @default [] */
  readonly hidden?: readonly string[]
}

/**
 * Counts what each drop rule dropped.
 *
 * @param options.range Compared with the items' timestamps, by whole minutes.
 * @returns {@link DROP_RULE_NAMES} in order, also without drops; then custom rules with recent drops, by name.
 * @throws {StoreError} Any kind.
 */
export function listDrops(
  store: Store,
  { range, service = '', release = '', environment = '', hidden = [] }: DropFilter & { range: TimeRange },
  signal?: AbortSignal,
): Promise<RuleDrops[]> {
  const narrowed = { service, release, environment, hidden }
  const times = { fromNs: range.from, toNs: range.to, lookBackDays: DROP_LOOKBACK_DAYS }
  const params = { rules: DROP_RULE_NAMES, ...times, ...narrowed, limit: 100 }
  return store.query({ name: 'list-drops', sql, params, decode: decodeRow }, signal)
}

const row = z.object({
  rule: z.string(),
  spans: countColumn,
  events: countColumn,
  logs: countColumn,
  before: countColumn,
  lastNs: int64,
  allRemoved: countColumn,
  stored: countColumn,
})

function decodeRow(value: unknown): RuleDrops {
  const { allRemoved, stored, lastNs, ...drops } = row.parse(value)
  return { ...drops, lastNs: lastNs === 0n ? undefined : lastNs, all: allRemoved + stored }
}
