import type { LostPath } from '../../../store/noise/find-lost-paths.ts'
import type { DroppedIssue } from '../../../store/noise/list-dropped-issues.ts'
import type { AlarmBaseline, RuleAlarm } from '../../../store/noise/rule-alarms.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatDropRule } from '../../format/drop-rule.ts'
import { formatTimestamp } from '../../format/time.ts'
import { describeAssignee } from '../issues/describe-state.ts'

const BASELINE_LABELS: Readonly<Record<AlarmBaseline, string>> = {
  weeks: 'same hours of previous weeks',
  hours: 'previous hours',
}

/** Describes what is wrong with a rule, with the numbers. */
export function describeRuleAlarm({ kind, rule, removed, expected, minutes, baseline }: RuleAlarm): string {
  const name = capitalize(formatDropRule(rule))
  if (kind === 'stopped') {
    return `${name} dropped nothing in ${minutes} minutes. Usual: about ${formatCount(expected)} (${BASELINE_LABELS[baseline]}).`
  }
  return `${name} dropped ${formatCount(removed)} in ${minutes} minutes. Usual: at most ${formatCount(expected)} (${BASELINE_LABELS[baseline]}).`
}

export function describeDroppedIssue({ rule, how, stored, state }: DroppedIssue): string {
  const what = how === 'exception' ? 'drops exceptions of an issue' : 'drops transactions that failed with an issue'
  const kept = stored === 0 ? 'none' : pluralize(stored, 'exception')
  return `${capitalize(formatDropRule(rule))} ${what} ${describeAssignee(state)}; ${kept} stored in the last 24 h:`
}

export function describeLostPath({ hits, answeredNs, answeredBy, missingNs, missingIn }: LostPath): string {
  return `worked until ${formatMinute(answeredNs)}${releaseInBrackets(answeredBy)} and has returned the 404 page since ${formatMinute(missingNs)}${releaseInBrackets(missingIn)}: ${pluralize(hits, 'time')}.`
}

const capitalize = (text: string) => text.replace(/^./, first => first.toUpperCase())
const formatMinute = (atNs: bigint) => `${formatTimestamp(atNs).slice(0, 16)} UTC`
const releaseInBrackets = (release: string) => (release === '' ? '' : ` (${release})`)
