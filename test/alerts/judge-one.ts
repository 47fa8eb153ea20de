import fc from 'fast-check'
import { expect } from 'vitest'
import type { Judge, Judgement, JudgeSettings, Observation } from '../../app/alerts/judge.ts'
import { type KnownRule, parseRule, type RuleKind } from '../../app/alerts/rule.ts'
import type { Store } from '../../store/store.ts'

/** A rule of a kind as it holds since long ago, with these fields and the defaults of the others. */
export function ruleOf<Kind extends RuleKind>(
  kind: Kind,
  watch: object = {},
  fields: Readonly<Record<string, unknown>> = {},
): KnownRule<Kind> {
  const read = parseRule({ kind, name: kind, watch, ...fields })
  if (!('rule' in read)) throw new Error(JSON.stringify([...read.faults]))
  return {
    id: JSON.stringify([kind, watch, fields]),
    revision: 'r1',
    sinceMs: 0,
    ...read.rule,
    ...fields,
  } as KnownRule<Kind>
}

export const NO_SETTINGS: JudgeSettings = { ownServices: ['errata'], canary: undefined, ownerOf: () => '' }

/** The judgements of one rule at some times. */
export async function judgeOne<Kind extends RuleKind>(
  judge: Judge<Kind>,
  {
    store,
    rule,
    slotsMs,
    ...settings
  }: { store: Store; rule: KnownRule<Kind>; slotsMs: readonly number[] } & Partial<JudgeSettings>,
): Promise<readonly Judgement[]> {
  const judged = await judge(store, { rules: [rule], slotsMs, ...NO_SETTINGS, ...settings })
  return judged.get(rule.id) ?? []
}

/** A property: rules that are judged together at several times have the judgements that each has alone. @param at the position to compare */
export const findWhatEachFindsAlone = <Kind extends RuleKind>(
  judge: Judge<Kind>,
  {
    store,
    anyRule,
    anySlot,
    at,
  }: { store: () => Store; anyRule: fc.Arbitrary<KnownRule<Kind>>; anySlot: fc.Arbitrary<number>; at: 0 | -1 },
) =>
  fc.asyncProperty(
    fc.uniqueArray(anyRule, { selector: ({ id }) => id, minLength: 2, maxLength: 6 }),
    fc.uniqueArray(anySlot, { minLength: 1, maxLength: 4 }).map(slots => slots.toSorted((a, b) => a - b)),
    async (rules, slotsMs) => {
      const together = await judge(store(), { rules, slotsMs, ...NO_SETTINGS })
      const [rule, slotMs] = [rules.at(at), slotsMs.at(at)]
      if (rule === undefined || slotMs === undefined) return
      const [alone] = await judgeOne(judge, { store: store(), rule, slotsMs: [slotMs] })
      expect(together.get(rule.id)?.at(at)).toEqual(alone)
    },
  )

/** Why a judgement is as it is: breaches with an exclamation mark. */
export const whyOf = ({ observations }: Pick<Judgement, 'observations'>) =>
  observations.map(({ subject, isBreach, why }: Observation) => `${isBreach ? '!' : ''}${subject}: ${why}`)
