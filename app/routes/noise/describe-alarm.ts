import type { LostPath } from '../../../store/noise/find-lost-paths.ts'
import type { Basis, RuleAlarm } from '../../../store/noise/judge-rules.ts'
import type { EatenIssue } from '../../../store/noise/list-eaten-issues.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatDropRule } from '../../format/drop-rule.ts'
import { formatTimestamp } from '../../format/time.ts'
import { describeAssignee } from '../issues/describe-state.ts'

const BASIS: Readonly<Record<Basis, string>> = {
  weeks: 'the same hours of the last weeks',
  hours: 'the hours before',
}

/** What is wrong with a rule, in a sentence with the numbers that show it. */
export function describeRuleAlarm({ kind, rule, removed, expected, minutes, basis }: RuleAlarm): string {
  const name = capitalised(formatDropRule(rule))
  if (kind === 'stopped') {
    return `${name} has stopped: it took nothing in ${minutes} minutes; by ${BASIS[basis]} it takes about ${formatCount(expected)}.`
  }
  return `${name} takes far more than it used to: ${formatCount(removed)} in ${minutes} minutes; by ${BASIS[basis]} it takes ${formatCount(expected)} at most.`
}

export function describeDroppedIssue({ rule, how, stored, state }: EatenIssue): string {
  const exceptions = 'takes exceptions of an issue'
  const what = how === 'exception' ? exceptions : 'takes transactions that failed by an issue'
  const kept = stored === 0 ? 'none' : pluralize(stored, 'exception')
  return `${capitalised(formatDropRule(rule))} ${what} that is ${describeAssignee(state)}, and of which ${kept} of a day ${stored < 2 ? 'is' : 'are'} stored:`
}

export function describeLostPath({ hits, answeredNs, answeredBy, missingNs, missingIn }: LostPath): string {
  return `answered until ${minuteOf(answeredNs)}${inRelease(answeredBy)} and ends in the 404 page since ${minuteOf(missingNs)}${inRelease(missingIn)}: ${pluralize(hits, 'time')}.`
}

const capitalised = (text: string) => text.replace(/^./, first => first.toUpperCase())
const minuteOf = (atNs: bigint) => `${formatTimestamp(atNs).slice(0, 16)} UTC`
const inRelease = (release: string) => (release === '' ? '' : ` (${release})`)
