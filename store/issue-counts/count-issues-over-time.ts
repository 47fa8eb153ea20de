import { z } from 'zod'
import { type Narrowing, narrowingParams } from '../comparison.ts'
import { type Merges, namedParams } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import { count, int64, type TimeRange } from '../units.ts'
import sql from './count-issues-over-time.sql?raw'

export type SlotOfIssue = z.infer<typeof row>

const HOUR_NS = 3_600_000_000_000n
const DAY_NS = 24n * HOUR_NS
const MOST_SLOTS = 60

/** Slots of whole hours or days that hold a range. Of weeks they are days: hours of all issues are many. */
export function slotsOf(
  { from, to }: TimeRange,
  mostSlots = MOST_SLOTS,
): { fromNs: bigint; toNs: bigint; stepNs: bigint } {
  const steps = [1n, 3n, 24n, 48n, 168n, 720n].map(hours => hours * HOUR_NS)
  const stepNs = steps.find(step => (to - from) / step <= mostSlots) ?? 8_760n * HOUR_NS
  return { fromNs: (from / stepNs) * stepNs, toNs: ((to + stepNs - 1n) / stepNs) * stepNs, stepNs }
}

/**
 * Counts the exceptions of issues by slots.
 *
 * @returns By issue, each by slot, without the slots in which it has none.
 * @throws {StoreError} Any kind.
 */
export async function countIssuesOverTime(
  store: Store,
  {
    range,
    issues,
    merges,
    mostSlots,
    ...narrowing
  }: Narrowing & { range: TimeRange; issues: readonly string[]; merges: Merges; mostSlots?: number },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, readonly SlotOfIssue[]>> {
  if (issues.length === 0) return new Map()
  const slots = slotsOf(range, mostSlots)
  const params = {
    ...slots,
    every: slots.stepNs % DAY_NS === 0n ? 1440 : 60,
    ...namedParams(issues, merges),
    ...narrowingParams(narrowing),
    limit: 200_000,
  }
  const rows = await store.ask({ name: 'count-issues-over-time', sql, params, decode: row.parse }, signal)
  return Map.groupBy(rows, ({ issue }) => issue)
}

const row = z.object({ issue: z.string(), slotNs: int64, events: count, sessions: count })
