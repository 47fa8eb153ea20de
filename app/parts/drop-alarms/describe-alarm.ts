import type { DroppedIssue } from '../../../store/noise/list-dropped-issues.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatDropRule } from '../../format/drop-rule.ts'
import { describeAssignee } from '../../format/issue-state.ts'
import { formatTimestamp } from '../../format/time.ts'
import { zoneAt } from '../../format/time-zone.ts'
import type { AlarmBaseline, RuleAlarm } from '../../insights/rule-alarms.ts'
import type { LostPath } from './find-lost-paths.ts'

const BASELINE_LABELS: Readonly<Record<AlarmBaseline, string>> = {
  weeks: 'In the same hours of previous weeks',
  hours: 'In previous hours',
}

/** Describes what is wrong with a rule, with the numbers. */
export function describeRuleAlarm({ kind, rule, removed, expected, minutes, baseline }: RuleAlarm): string {
  const name = capitalize(formatDropRule(rule))
  if (kind === 'stopped') {
    return `${name} dropped nothing in the last ${minutes} minutes. ${BASELINE_LABELS[baseline]} it dropped about ${formatCount(expected)} in that time.`
  }
  return `${name} dropped ${pluralize(removed, 'record')} in the last ${minutes} minutes. ${BASELINE_LABELS[baseline]} it dropped at most ${formatCount(expected)} in that time.`
}

/** The numbers of an alarm, for a row of its rule: `0 in 60 min, usually 24`. */
export function summarizeRuleAlarm({ kind, removed, expected, minutes }: RuleAlarm): string {
  const usual = `usually ${kind === 'surged' ? 'at most ' : ''}${formatCount(expected)}`
  return `${formatCount(removed)} in ${minutes} min, ${usual}`
}

export function describeDroppedIssue({ rule, how, stored, state }: DroppedIssue): string {
  const what = how === 'exception' ? 'drops exceptions of an issue' : 'drops transactions that failed with an issue'
  const kept = `${stored === 0 ? 'none' : formatCount(stored)} of its exceptions ${stored < 2 ? 'was' : 'were'} stored`
  return `${capitalize(formatDropRule(rule))} ${what} ${describeAssignee(state)}; ${kept} in the last 24 h:`
}

export function describeLostPath({ hits, answeredNs, answeredBy, missingNs, missingIn }: LostPath): string {
  return `returned the 404 page ${pluralize(hits, 'time')} since ${formatMinute(missingNs)}${releaseInBrackets(missingIn)}. Before, it worked, last at ${formatMinute(answeredNs)}${releaseInBrackets(answeredBy)}.`
}

const capitalize = (text: string) => text.replace(/^./, first => first.toUpperCase())
const formatMinute = (atNs: bigint) => `${formatTimestamp(atNs).slice(0, 16)} ${zoneAt(atNs)}`
const releaseInBrackets = (release: string) => (release === '' ? '' : ` (${release})`)
