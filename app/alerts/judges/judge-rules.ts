import type { Judgement, JudgeSettings, Observation } from '../judge.ts'
import type { AlertRule, KnownRule, RuleKind } from '../rule.ts'

/** The number of observations that are kept besides breaches. */
const MAX_CLOSEST = 20

/** All breaches, and what came closest. @param options.isBelow whether less than the threshold is a breach */
export function keepClosest(
  observations: readonly Observation[],
  { isBelow = false }: { readonly isBelow?: boolean } = {},
): Observation[] {
  const closeness = ({ value, threshold }: Observation) =>
    isBelow ? -value / Math.max(threshold, Number.EPSILON) : threshold === 0 ? 0 : value / threshold
  const closest = observations
    .filter(({ isBreach }) => !isBreach)
    .toSorted((a, b) => closeness(b) - closeness(a) || (a.subject < b.subject ? -1 : 1))
    .slice(0, MAX_CLOSEST)
  return [...observations.filter(({ isBreach }) => isBreach).toSorted(bySubject), ...closest]
}

const bySubject = (a: Observation, b: Observation) => (a.subject < b.subject ? -1 : 1)

/** The judgements of each rule at each slot. */
export function judgeEach<Kind extends RuleKind>(
  { rules, slotsMs }: { readonly rules: readonly KnownRule<Kind>[]; readonly slotsMs: readonly number[] },
  judge: (rule: KnownRule<Kind>, slotMs: number) => Judgement,
): ReadonlyMap<string, readonly Judgement[]> {
  return new Map(rules.map(rule => [rule.id, slotsMs.map(slotMs => judge(rule, slotMs))]))
}

/** True if a rule watches a service. Errata's own are watched only by rules that name them. */
export function watchesService(
  rule: Pick<AlertRule, 'service' | 'owner'>,
  service: string,
  { ownServices, ownerOf }: Pick<JudgeSettings, 'ownServices' | 'ownerOf'>,
): boolean {
  if (rule.service === '' ? ownServices.includes(service) : rule.service !== service) return false
  return rule.owner === '' || ownerOf({ service, path: '' }) === rule.owner
}

/** True if a filter of a rule lets a value pass. */
export const passes = (filter: string, value: string) => filter === '' || filter === value

/** Joins the names of a subject by line breaks: they may have any other character. */
export const writeSubject = (...names: readonly string[]) => names.join('\n')

export const NOTHING_ABOUT = { service: '', environment: '', release: '', operation: '', issue: '' }

/** The filters of a rule, as what an observation without a subject is about. */
export const aboutRule = ({ service, environment, release, operation }: AlertRule) => ({
  ...NOTHING_ABOUT,
  ...{ service, environment, release, operation },
})

/** A service, or an operation of one, that a rule watches for itself: its name, and what it is about. */
export const observeTarget = (
  rule: AlertRule,
  { service, operation }: { readonly service: string; readonly operation: string },
): Pick<Observation, 'subject' | 'cause' | 'label' | 'about'> => ({
  subject: operation === '' ? service : writeSubject(service, operation),
  cause: '',
  label: operation === '' ? service : `${operation} of ${service}`,
  about: { ...aboutRule(rule), service, operation },
})

/** Describes what a rule selects: `checkout, production`; `everything` without filters. */
export function labelOfRule({ service, environment, release, operation, owner }: AlertRule): string {
  const named = [service, operation, environment, release, owner === '' ? '' : `of ${owner}`].filter(
    name => name !== '',
  )
  return named.length === 0 ? 'everything' : named.join(', ')
}
