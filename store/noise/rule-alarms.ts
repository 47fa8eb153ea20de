import { nsOfMs, type TimeRange } from '../units.ts'
import type { DropWindow } from './list-drop-windows.ts'

/** A drop rule that does not do what it used to. */
export interface RuleAlarm {
  readonly kind: 'stopped' | 'surged'
  readonly rule: string
  /** What it removed in the last `minutes`, and what it would have by what it used to. */
  readonly removed: number
  readonly expected: number
  readonly minutes: number
  /** What it was compared with. */
  readonly basis: Basis
}

export type Basis = 'weeks' | 'hours'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A short window sees at once what happens often, a long one what happens seldom. */
const LENGTHS = [15, 60] as const
/** How long ago a window lay that this one is compared with. Where a store is too young for the same hours of weeks, with what it has. */
const BASES: Readonly<Record<Basis, (lengthMs: number) => readonly number[]>> = {
  weeks: () => [7, 14, 21, 28].map(days => days * DAY_MS),
  hours: lengthMs => [...[1, 2, 3, 4].map(times => times * lengthMs), DAY_MS],
}
/** With less traffic than this in a window, shares say nothing. */
const MIN_TRAFFIC = 100
/** That many expected and none seen happens by chance once in 3,000 times. */
const SURE_OF = 8
/** Less than this more is no news. */
const MUCH = 50

interface Comparison {
  readonly minutes: number
  readonly basis: Basis
  readonly windows: readonly TimeRange[]
}

/** The windows that {@link detectRuleAlarms} needs, in its order: they end with the last whole five minutes before now. */
export function alarmWindows(nowMs: number): readonly TimeRange[] {
  return comparisons(nowMs).flatMap(({ windows }) => windows)
}

/** Each window of now, followed by those that it is compared with. */
function comparisons(nowMs: number): readonly Comparison[] {
  const endMs = Math.floor(nowMs / (5 * MINUTE_MS)) * 5 * MINUTE_MS
  return LENGTHS.flatMap(minutes =>
    Object.entries(BASES).map(([basis, agoMs]) => {
      const window = (ago: number) => ({
        from: nsOfMs(endMs - ago - minutes * MINUTE_MS),
        to: nsOfMs(endMs - ago),
      })
      // The keys of BASES, which the type of entries cannot say.
      return { minutes, basis: basis as Basis, windows: [0, ...agoMs(minutes * MINUTE_MS)].map(window) }
    }),
  )
}

/**
 * Finds the rules that have stopped, or take far more than they used to, by their share of all that came: where little comes, no rule is to
 * blame. What is usual lies between the least and the most of the windows that are compared with.
 *
 * @param windows as {@link alarmWindows} asks for them
 * @returns at most one of a rule, by rule
 */
export function detectRuleAlarms(nowMs: number, windows: readonly DropWindow[]): readonly RuleAlarm[] {
  const alarms = new Map<string, RuleAlarm>()
  let at = 0
  const settled = new Set<number>()
  for (const { minutes, basis, windows: ranges } of comparisons(nowMs)) {
    const [now, ...before] = windows.slice(at, at + ranges.length)
    at += ranges.length
    const usual = before.filter(window => allOf(window) >= MIN_TRAFFIC)
    if (now === undefined || allOf(now) < MIN_TRAFFIC || usual.length === 0 || settled.has(minutes)) continue
    // A better basis comes first, and where there is one the others have no say.
    settled.add(minutes)
    for (const rule of new Set([now, ...usual].flatMap(({ removed }) => [...removed.keys()]))) {
      const alarm = evaluateRule(rule, now, usual)
      if (alarm !== undefined) alarms.set(rule, { ...alarm, rule, minutes, basis })
    }
  }
  return [...alarms.values()].toSorted((a, b) => a.rule.localeCompare(b.rule))
}

function evaluateRule(rule: string, now: DropWindow, usual: readonly DropWindow[]) {
  const removed = now.removed.get(rule) ?? 0
  const all = allOf(now)
  const shares = usual.map(window => (window.removed.get(rule) ?? 0) / allOf(window))
  const least = Math.min(...shares) * all
  const most = Math.max(...shares) * all
  if (removed === 0 && least >= SURE_OF) return { kind: 'stopped', removed, expected: Math.round(least) } as const
  // Thrice as much; or where that is more than there is, of what it used to leave only a third.
  const isFarMore = removed >= 3 * most || all - removed <= (all - most) / 3
  // In number too: where other traffic is gone, what is left has a larger share.
  const atMost = Math.max(most, ...usual.map(window => window.removed.get(rule) ?? 0))
  if (isFarMore && removed - atMost >= MUCH + 6 * Math.sqrt(atMost)) {
    return { kind: 'surged', removed, expected: Math.round(most) } as const
  }
  return undefined
}

const allOf = ({ stored, removed }: DropWindow) => [...removed.values()].reduce((sum, items) => sum + items, stored)
