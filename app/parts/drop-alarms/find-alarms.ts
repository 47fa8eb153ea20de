import { listDropWindows } from '../../../store/noise/list-drop-windows.ts'
import { type DroppedIssue, listDroppedIssues } from '../../../store/noise/list-dropped-issues.ts'
import type { Store } from '../../../store/store.ts'
import { DAY_MS } from '../../../store/time-units.ts'
import { nsOfMs, rangeEndingAt } from '../../../store/units.ts'
import { alarmWindows, detectRuleAlarms, type RuleAlarm } from '../../insights/rule-alarms.ts'
import { findLostPaths, type LostPath } from './find-lost-paths.ts'

/** Alerts about drop rules. Empty if the rules behave as usual. */
export interface NoiseAlarms {
  readonly rules: readonly RuleAlarm[]
  /** Of the last 24 hours, at most ten. */
  readonly issues: readonly DroppedIssue[]
  /** At most ten. */
  readonly paths: readonly LostPath[]
}

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
