import type { Store } from '../store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { findLostPaths, type LostPath } from './find-lost-paths.ts'
import { listDropWindows } from './list-drop-windows.ts'
import { type DroppedIssue, listDroppedIssues } from './list-dropped-issues.ts'
import { alarmWindows, detectRuleAlarms, type RuleAlarm } from './rule-alarms.ts'

/** Alerts about drop rules. Empty if the rules behave as usual. */
export interface NoiseAlarms {
  readonly rules: readonly RuleAlarm[]
  /** Of the last 24 hours, at most ten. */
  readonly issues: readonly DroppedIssue[]
  /** At most ten. */
  readonly paths: readonly LostPath[]
}

const DAY_MS = 24 * 3_600_000
const MAX_LISTED = 10

/**
 * Finds current alerts: rules that drop unusually much or little, rules that drop exceptions of assigned or acknowledged issues, and paths that a
 * release has lost.
 *
 * @param options.nowMs Unix milliseconds.
 * @param options.hidden Services to leave out, such as probes.
 * @throws {StoreError} Any kind.
 */
export async function findAlarms(
  store: Store,
  { nowMs, hidden = [] }: { nowMs: number; hidden?: readonly string[] },
  signal?: AbortSignal,
): Promise<NoiseAlarms> {
  const [windows, issues, paths] = await Promise.all([
    listDropWindows(store, { windows: alarmWindows(nowMs), hidden }, signal),
    listDroppedIssues(store, { range: rangeEndingAt(nowMs, DAY_MS), nowNs: nsOfMs(nowMs), limit: MAX_LISTED }, signal),
    findLostPaths(store, { nowMs }, signal),
  ])
  return {
    rules: detectRuleAlarms(nowMs, windows),
    issues,
    paths: paths.filter(({ service }) => !hidden.includes(service)).slice(0, MAX_LISTED),
  }
}
