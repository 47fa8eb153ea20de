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

/** Why a judgement is as it is: breaches with an exclamation mark. */
export const whyOf = ({ observations }: Pick<Judgement, 'observations'>) =>
  observations.map(({ subject, isBreach, why }: Observation) => `${isBreach ? '!' : ''}${subject}: ${why}`)
