import { z } from 'zod'
import type { AlertEvaluation } from '../../../store/alerts/list-alert-evaluations.ts'
import { parseJson } from '../../../store/parse-json.ts'
import { HOUR_MS, MINUTE_MS, msOfNs } from '../../../store/time-units.ts'
import { VALUE_UNITS } from '../event-content.ts'
import { type AlertRule, isMonotone, type KnownRule } from '../rule.ts'
import type { Breach, SlotVerdict } from './derive-episodes.ts'

/** The stored evaluations of the last hours. */
export interface EvaluationCache {
  /** Adds evaluations that were listed from the store. */
  load(evaluations: readonly NewEvaluation[]): void
  /** Adds evaluations that this desk has just stored. They do not count for a minute that another desk evaluated before. */
  add(evaluations: readonly NewEvaluation[]): void
  /** Forgets what is older. */
  forget(beforeMs: number): void
  /** The verdicts of the current revision of a rule, ascending. */
  verdictsOf(rule: KnownRule): SlotVerdict[]
  /** The last slot that was evaluated of a rule as it is now; `undefined` for none. */
  lastSlotOf(rule: KnownRule): number | undefined
  /** Desks that evaluated something since then. */
  desksSince(sinceMs: number): ReadonlySet<string>
}

export type NewEvaluation = Omit<AlertEvaluation, 'atNs'>

/** The content of the column `About`. */
const aboutSchema = z.object({
  service: z.string().default(''),
  environment: z.string().default(''),
  release: z.string().default(''),
  operation: z.string().default(''),
  issue: z.string().default(''),
  unit: z.enum(VALUE_UNITS).default('none'),
  fromMs: z.number().default(0),
  /** It tells that the rule was evaluated; what it found are other rows. */
  isSummary: z.boolean().default(false),
})

/** Evaluations of this time are needed: flapping is judged by an hour. */
export const lookBackMs = (rules: readonly AlertRule[]): number =>
  2 * HOUR_MS + Math.max(0, ...rules.map(({ forMinutes, clearMinutes }) => forMinutes + clearMinutes)) * MINUTE_MS

export function createEvaluationCache(): EvaluationCache {
  /** By rule, slot and subject. */
  const rows = new Map<string, Map<number, Map<string, NewEvaluation>>>()
  const foundAt = ({ rule, slotNs }: NewEvaluation) => {
    const slotMs = msOfNs(slotNs)
    const slots = rows.get(rule) ?? new Map<number, Map<string, NewEvaluation>>()
    rows.set(rule, slots)
    const found = slots.get(slotMs) ?? new Map<string, NewEvaluation>()
    slots.set(slotMs, found)
    return found
  }
  return {
    load(evaluations) {
      for (const of of evaluations) {
        const found = foundAt(of)
        const known = found.get(of.subject)
        // Read again with every pass, so that the one whose `about` was parsed is kept.
        const isSame = known?.desk === of.desk && known.revision === of.revision && known.outcome === of.outcome
        if (!isSame) found.set(of.subject, of)
      }
    },
    add(evaluations) {
      for (const of of evaluations) {
        const found = foundAt(of)
        if (!found.has(of.subject)) found.set(of.subject, of)
      }
    },
    forget(beforeMs) {
      for (const slots of rows.values()) for (const slotMs of slots.keys()) if (slotMs < beforeMs) slots.delete(slotMs)
    },
    verdictsOf(rule) {
      return [...(rows.get(rule.id) ?? [])]
        .flatMap(([slotMs, found]): SlotVerdict[] => {
          const summary = found.get('')
          if (summary === undefined || summary.revision !== rule.revision) return []
          const breaches = [...found.values()].filter(
            of => isBreachRow(of) && of.revision === rule.revision && (isMonotone(rule) || of.desk === summary.desk),
          )
          const outcome = breaches.length > 0 ? 'breach' : summary.outcome === 'breach' ? 'quiet' : summary.outcome
          return [{ slotMs, outcome, breaches: breaches.map(breachOf) }]
        })
        .toSorted((a, b) => a.slotMs - b.slotMs)
    },
    lastSlotOf(rule) {
      const own = [...(rows.get(rule.id) ?? [])].filter(([, found]) => found.get('')?.revision === rule.revision)
      return own.length === 0 ? undefined : Math.max(...own.map(([slotMs]) => slotMs))
    },
    desksSince(sinceMs) {
      const recent = [...rows.values()].flatMap(slots => [...slots].filter(([slotMs]) => slotMs >= sinceMs))
      return new Set(recent.flatMap(([, found]) => [...found.values()].map(({ desk }) => desk)))
    },
  }
}

/** True for the row of a subject beyond the threshold; false for the row that records the evaluation of the rule. */
export const isBreachRow = (of: NewEvaluation): boolean => of.outcome === 'breach' && !readAbout(of).isSummary

/** The rows to store of a verdict. */
export function evaluationsOf(
  rule: KnownRule,
  { slotMs, outcome, breaches }: SlotVerdict,
  {
    desk,
    closest,
  }: { readonly desk: string; readonly closest: Pick<Breach, 'value' | 'threshold' | 'why'> | undefined },
): NewEvaluation[] {
  const common = { rule: rule.id, slotNs: BigInt(slotMs) * 1_000_000n, desk, revision: rule.revision }
  const rows = breaches.map(({ subject, cause, value, threshold, label, why, unit, fromMs, about }) => ({
    ...{ ...common, subject, outcome: 'breach' as const, value, threshold, cause, label, why },
    about: JSON.stringify({ ...about, unit, fromMs }),
  }))
  if (rows.some(({ subject }) => subject === '')) return rows
  const unsaid = outcome === 'no data' ? 'Nothing came that could be judged.' : ''
  const { value = 0, threshold = 0, why = unsaid } = closest ?? breaches[0] ?? {}
  const summary = { ...common, subject: '', outcome, value, threshold, cause: '', label: '', why }
  return [{ ...summary, about: JSON.stringify({ isSummary: true }) }, ...rows]
}

function breachOf(of: NewEvaluation): Breach {
  const { unit, fromMs, isSummary: _, ...about } = readAbout(of)
  const { subject, cause, value, threshold, label, why } = of
  return { subject, cause, value, threshold, label, why, unit, fromMs, about }
}

type About = z.output<typeof aboutSchema>
const parsed = new WeakMap<NewEvaluation, About>()

/** Reads what an evaluation is about. It is parsed once: a rule with a thousand subjects has a hundred thousand of them in two hours, which are looked through with every pass. */
export function readAbout(of: NewEvaluation): About {
  const about = parsed.get(of) ?? parseAbout(of)
  parsed.set(of, about)
  return about
}

function parseAbout({ about }: NewEvaluation): About {
  // Another version may have written it: what it found counts all the same.
  return aboutSchema.safeParse(parseJson(about)).data ?? aboutSchema.parse({})
}
