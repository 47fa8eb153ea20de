import type { DropWindow } from '../../store/noise/list-drop-windows.ts'
import { DAY_MS, MINUTE_MS } from '../../store/time-units.ts'
import { nsOfMs, type TimeRange } from '../../store/units.ts'

/** A drop rule that drops unusually much or little. */
export interface RuleAlarm {
  readonly kind: 'stopped' | 'surged'
  readonly rule: string
  /** Drops in the last `minutes`, and the expected number. */
  readonly removed: number
  readonly expected: number
  readonly minutes: number
  /** The baseline. */
  readonly baseline: AlarmBaseline
}

export type AlarmBaseline = 'weeks' | 'hours'

/** Short windows detect frequent drops early, long ones detect rare drops. */
const WINDOW_MINUTES = [15, 60] as const
/** Ages of the baseline windows. A store too young for the same hours of previous weeks uses what it has. */
const BASELINE_AGES_MS: Readonly<Record<AlarmBaseline, (lengthMs: number) => readonly number[]>> = {
  weeks: () => [7, 14, 21, 28].map(days => days * DAY_MS),
  hours: lengthMs => [...[1, 2, 3, 4].map(times => times * lengthMs), DAY_MS],
}
/** With less traffic in a window, shares are not meaningful. */
const MIN_TRAFFIC = 100
/** If so many are expected, seeing none has a probability of 1 in 3,000. */
const MIN_EXPECTED = 8
/** A smaller increase is not reported. */
const MIN_INCREASE = 50

interface Comparison {
  readonly minutes: number
  readonly baseline: AlarmBaseline
  readonly windows: readonly TimeRange[]
}

/** The windows for {@link detectRuleAlarms}, in its order. They end with the last complete five minutes. */
export function alarmWindows(nowMs: number): readonly TimeRange[] {
  return comparisons(nowMs).flatMap(({ windows }) => windows)
}

/** Each current window, followed by its baseline windows. */
function comparisons(nowMs: number): readonly Comparison[] {
  const endMs = Math.floor(nowMs / (5 * MINUTE_MS)) * 5 * MINUTE_MS
  return WINDOW_MINUTES.flatMap(minutes =>
    Object.entries(BASELINE_AGES_MS).map(([baseline, agoMs]) => {
      const window = (ago: number) => ({
        from: nsOfMs(endMs - ago - minutes * MINUTE_MS),
        to: nsOfMs(endMs - ago),
      })
      // Object.entries loses the type of the keys.
      return { minutes, baseline: baseline as AlarmBaseline, windows: [0, ...agoMs(minutes * MINUTE_MS)].map(window) }
    }),
  )
}

/**
 * Finds rules that drop far less or more than usual, by their share of all traffic, so that low traffic is no alert. Usual is between the minimum
 * and the maximum of the baseline windows.
 *
 * @param windows As returned for {@link alarmWindows}.
 * @returns At most one per rule, by rule.
 */
export function detectRuleAlarms(nowMs: number, windows: readonly DropWindow[]): readonly RuleAlarm[] {
  const alarms = new Map<string, RuleAlarm>()
  let at = 0
  const settled = new Set<number>()
  for (const { minutes, baseline, windows: ranges } of comparisons(nowMs)) {
    const [now, ...before] = windows.slice(at, at + ranges.length)
    at += ranges.length
    const usual = before.filter(window => countItems(window) >= MIN_TRAFFIC)
    if (now === undefined || countItems(now) < MIN_TRAFFIC || usual.length === 0 || settled.has(minutes)) continue
    // The best available baseline decides alone.
    settled.add(minutes)
    for (const rule of new Set([now, ...usual].flatMap(({ removed }) => [...removed.keys()]))) {
      const alarm = evaluateRule(rule, now, usual)
      if (alarm !== undefined) alarms.set(rule, { ...alarm, rule, minutes, baseline })
    }
  }
  return [...alarms.values()].toSorted((a, b) => a.rule.localeCompare(b.rule))
}

function evaluateRule(rule: string, now: DropWindow, usual: readonly DropWindow[]) {
  const removed = now.removed.get(rule) ?? 0
  const all = countItems(now)
  const counts = usual.map(window => window.removed.get(rule) ?? 0)
  const scaled = usual.map((window, i) => ((counts[i] ?? 0) / countItems(window)) * all)
  // By number too: three drops in a quiet hour do not make 24 in a busy one.
  const least = Math.min(...scaled, ...counts)
  const most = Math.max(...scaled)
  if (removed === 0 && least >= MIN_EXPECTED) return { kind: 'stopped', removed, expected: Math.round(least) } as const
  // Three times as much; or if that is more than all traffic, a third of what usually remains.
  const isFarMore = removed >= 3 * most || all - removed <= (all - most) / 3
  // By number too: when other traffic stops, the share grows by itself.
  const atMost = Math.max(most, ...counts)
  if (isFarMore && removed - atMost >= MIN_INCREASE + 6 * Math.sqrt(atMost)) {
    return { kind: 'surged', removed, expected: Math.round(most) } as const
  }
  return undefined
}

const countItems = ({ stored, removed }: DropWindow) =>
  [...removed.values()].reduce((sum, items) => sum + items, stored)

/** Whether there was enough in one of the current windows to judge at all. @param windows As returned for {@link alarmWindows}. */
export function hasTraffic(nowMs: number, windows: readonly DropWindow[]): boolean {
  let at = 0
  return comparisons(nowMs).some(({ windows: { length } }) => {
    const now = windows[at]
    at += length
    return now !== undefined && countItems(now) >= MIN_TRAFFIC
  })
}
