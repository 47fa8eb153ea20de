import { type AlertEvaluation, listAlertEvaluations } from '../../../store/alerts/list-alert-evaluations.ts'
import type { Store } from '../../../store/store.ts'
import { MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import type { AlertSettings } from '../../alerts/alert-log.server.ts'
import { describeRule, RULE_KIND_LABELS } from '../../alerts/describe-rule.ts'
import type { AlertEvent } from '../../alerts/event-content.ts'
import type { KnownRule } from '../../alerts/rule.ts'
import type { AlertsHealth } from '../../alerts/run/alerts.server.ts'

/** A rule as the list of rules shows it. */
export interface ShownRule {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly watches: string
  /** Names of its channels that are known. */
  readonly channels: readonly string[]
  readonly state: 'firing' | 'quiet' | 'pending' | 'no data' | 'not judged' | 'off'
  /** Why, in words; '' for nothing to say. */
  readonly why: string
  /** The end of the last evaluated minute, Unix milliseconds. */
  readonly evaluatedMs: number | undefined
}

/** Rules are evaluated each minute, after what is late may have come. */
const RECENT_MS = 15 * MINUTE_MS
const MAX_ROWS = 100_000

interface StateOptions {
  /** Those to show. */
  readonly rules: readonly KnownRule[]
  /** Has the names of their channels. */
  readonly settings: Pick<AlertSettings, 'channels' | 'lockedChannels'>
  readonly firing: readonly AlertEvent[]
  readonly health: AlertsHealth
  readonly nowMs: number
}

/** Finds the state of each rule by its last evaluation. One query, none without rules. @returns Those that fire first, then in their order. */
export async function queryRuleStates(
  store: Store,
  { rules, settings, firing, health, nowMs }: StateOptions,
  signal?: AbortSignal,
): Promise<ShownRule[]> {
  const [first, ...others] = rules
  if (first === undefined) return []
  const range = { from: nsOfMs(nowMs - RECENT_MS), to: nsOfMs(nowMs + MINUTE_MS) }
  const rule = others.length === 0 ? first.id : ''
  const evaluations = await listAlertEvaluations(store, { range, rule, limit: MAX_ROWS }, signal)
  const byRule = Map.groupBy(evaluations, ({ rule }) => rule)
  const names = new Map([...settings.channels, ...settings.lockedChannels].map(({ id, name }) => [id, name]))
  return rules
    .map(rule => {
      const own = (byRule.get(rule.id) ?? []).filter(({ revision }) => revision === rule.revision)
      const [last] = own
      const isFiring = firing.some(event => event.rule === rule.id)
      return {
        ...{ id: rule.id, name: rule.name, kind: RULE_KIND_LABELS[rule.kind], watches: describeRule(rule) },
        channels: rule.channels.flatMap(id => names.get(id) ?? []),
        ...stateOf(rule, { last: own.filter(({ slotNs }) => slotNs === last?.slotNs), isFiring, health, nowMs }),
        evaluatedMs: last === undefined ? undefined : Number(last.slotNs / 1_000_000n),
      }
    })
    .toSorted((a, b) => Number(b.state === 'firing') - Number(a.state === 'firing'))
}

/** @param facts.last The rows of the last evaluation: of the rule as a whole, and of each subject that was beyond the threshold. */
function stateOf(
  { isEnabled, kind, sinceMs }: KnownRule,
  facts: {
    readonly last: readonly AlertEvaluation[]
    readonly isFiring: boolean
    readonly health: AlertsHealth
    readonly nowMs: number
  },
): Pick<ShownRule, 'state' | 'why'> {
  const { last, isFiring, health, nowMs } = facts
  if (!isEnabled) return { state: 'off', why: '' }
  const breach = last.find(({ outcome }) => outcome === 'breach')
  const summary = last.find(({ subject }) => subject === '') ?? last[0]
  if (isFiring) return { state: 'firing', why: (breach ?? summary)?.why ?? '' }
  const failure = health.failures.get(kind)
  if (failure !== undefined) return { state: 'not judged', why: failure }
  if (summary === undefined) {
    const isNew = nowMs - sinceMs < RECENT_MS
    return {
      state: 'not judged',
      why: isNew ? 'not evaluated yet since it was changed' : 'not evaluated in the last minutes',
    }
  }
  if (breach !== undefined && kind !== 'issue') return { state: 'pending', why: breach.why }
  if (summary.outcome === 'no data' || summary.outcome === 'not judged')
    return { state: summary.outcome, why: summary.why }
  return { state: 'quiet', why: summary.why }
}
