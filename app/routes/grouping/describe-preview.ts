import type { IssueState } from '../../../store/issue-events/derive-state.ts'
import { MOST_TAKEN } from '../../../store/issue-events/rules.ts'
import type { ChangedIssue, TriedRule } from '../../../store/issues/try-rule.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatTimestamp } from '../../format/time.ts'

type Told = Pick<TriedRule, 'looked' | 'fitting' | 'own' | 'others'>

/** What was looked at, in a sentence. */
export function describeChecked({ looked: { events, issues, sinceNs } }: Told, inWords: string): string {
  const what = `${pluralize(events, 'exception')} of ${pluralize(issues, 'issue')}, of all services, ${inWords}`
  const since = sinceNs === undefined ? '' : `, limited to those since ${formatTimestamp(sinceNs).slice(0, 16)} UTC`
  return `Checked ${what}${since}.`
}

/** Preview, in a sentence. */
export function describePreview({ fitting, own, others }: Told): string {
  if (fitting === 0 && others.length === 0)
    return 'No stored exception matches. The rule would apply to new exceptions.'
  const taken = others.filter(({ events, eventsThen }) => eventsThen < events)
  const whole = taken.filter(({ eventsThen }) => eventsThen === 0)
  const given = others.filter(({ events, eventsThen }) => eventsThen > events)
  const what = [
    ...(whole.length === 0 ? [] : [`${pluralize(whole.length, 'issue')} would be merged fully`]),
    ...(taken.length === whole.length ? [] : [`${pluralize(taken.length - whole.length, 'issue')} would be split`]),
    ...(given.length === 0 ? [] : [`${pluralize(given.length, 'issue')} would regain exceptions`]),
  ]
  const work = [
    [taken.filter(({ state }) => state.owner !== '').length, 'assigned'],
    [taken.filter(({ state }) => state.acknowledged !== undefined).length, 'acknowledged'],
    [taken.filter(({ state }) => state.standing === 'muted').length, 'muted'],
    [taken.filter(({ state }) => state.standing === 'resolved').length, 'resolved'],
  ] as const
  const stand = work.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`)
  return [
    `${pluralize(fitting, 'exception')} ${fitting === 1 ? 'matches' : 'match'}.`,
    `The rule’s issue would have ${pluralize(own.eventsThen, 'exception')} in ${pluralize(own.sessionsThen, 'session')}${own.events === 0 ? '' : ` (now ${formatCount(own.events)})`}.`,
    what.length === 0 ? 'No issue would change.' : `${what.join(', ')}.`,
    ...(taken.length === 0
      ? []
      : [
          stand.length === 0
            ? 'None of them is assigned, acknowledged, muted or resolved.'
            : `Of these: ${stand.join(', ')}.`,
        ]),
  ].join(' ')
}

/** Why a rule cannot be applied; undefined where it can. */
export function refusalOf({ refused, takes }: Pick<TriedRule, 'refused' | 'takes'>): string | undefined {
  if (refused === 'all')
    return 'The rule matches every checked exception. Add a condition, or choose a longer time range.'
  if (refused === 'many') {
    return `The rule matches exceptions of ${pluralize(takes, 'issue')}; the maximum is ${formatCount(MOST_TAKEN)}. Add a condition.`
  }
  return undefined
}

/** What becomes of an issue. */
export function describeChange({ events, eventsThen, held }: ChangedIssue): string {
  const stays = held === 0 ? '' : `${formatCount(held)} matching stay`
  if (eventsThen === events) return stays
  const change =
    eventsThen > events
      ? `regains ${formatCount(eventsThen - events)}`
      : eventsThen === 0
        ? 'merged fully'
        : `${formatCount(events - eventsThen)} move, ${formatCount(eventsThen)} stay`
  return [change, stays].filter(Boolean).join('; ')
}

/** How an issue stands, in as many words as there are to say. */
export function describeStatus({ standing, owner, acknowledged }: IssueState): string {
  return [
    standing === 'open' ? '' : standing,
    owner === '' ? '' : `assigned to ${owner}`,
    acknowledged === undefined ? '' : 'acknowledged',
  ]
    .filter(Boolean)
    .join(', ')
}
