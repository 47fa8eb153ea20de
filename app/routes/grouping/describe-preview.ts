import type { IssueState } from '../../../store/issue-events/derive-state.ts'
import { MOST_TAKEN } from '../../../store/issue-events/rules.ts'
import type { ChangedIssue, TriedRule } from '../../../store/issues/try-rule.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatTimestamp } from '../../format/time.ts'

type Told = Pick<TriedRule, 'looked' | 'fitting' | 'own' | 'others'>

/** What was looked at, in a sentence. */
export function describeChecked({ looked: { events, issues, sinceNs } }: Told, inWords: string): string {
  const what = `${pluralize(events, 'exception')} of ${pluralize(issues, 'issue')}, of all services, ${inWords}`
  const since = sinceNs === undefined ? '' : `, of these the newest: since ${formatTimestamp(sinceNs).slice(0, 16)} UTC`
  return `Looked at were ${what}${since}.`
}

/** What the rule would do, in a sentence. */
export function describePreview({ fitting, own, others }: Told): string {
  if (fitting === 0 && others.length === 0) return 'It fits none of them. It would hold for what comes.'
  const taken = others.filter(({ events, eventsThen }) => eventsThen < events)
  const whole = taken.filter(({ eventsThen }) => eventsThen === 0)
  const given = others.filter(({ events, eventsThen }) => eventsThen > events)
  const what = [
    ...(whole.length === 0 ? [] : [`${pluralize(whole.length, 'issue')} would go into it whole`]),
    ...(taken.length === whole.length ? [] : [`${pluralize(taken.length - whole.length, 'issue')} would be parted`]),
    ...(given.length === 0 ? [] : [`${pluralize(given.length, 'issue')} would get exceptions back`]),
  ]
  const work = [
    [taken.filter(({ state }) => state.owner !== '').length, 'assigned'],
    [taken.filter(({ state }) => state.acknowledged !== undefined).length, 'acknowledged'],
    [taken.filter(({ state }) => state.standing === 'muted').length, 'muted'],
    [taken.filter(({ state }) => state.standing === 'resolved').length, 'resolved'],
  ] as const
  const stand = work.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`)
  return [
    `It fits ${pluralize(fitting, 'exception')}.`,
    `Its issue would have ${pluralize(own.eventsThen, 'exception')} in ${pluralize(own.sessionsThen, 'session')}${own.events === 0 ? '' : `, where it has ${formatCount(own.events)} now`}.`,
    what.length === 0 ? 'No issue would change by it.' : `${what.join(', ')}.`,
    ...(taken.length === 0 ? [] : [stand.length === 0 ? 'Nobody works on these.' : `Of these ${stand.join(', ')}.`]),
  ].join(' ')
}

/** Why a rule cannot be applied; undefined where it can. */
export function refusalOf({ refused, takes }: Pick<TriedRule, 'refused' | 'takes'>): string | undefined {
  if (refused === 'all')
    return 'It fits everything that was looked at: that is not one bug but all of them. Say more, or look at a longer time.'
  if (refused === 'many') {
    return `It takes exceptions of ${pluralize(takes, 'issue')}; a rule takes of at most ${formatCount(MOST_TAKEN)}. Say more.`
  }
  return undefined
}

/** What becomes of an issue. */
export function describeChange({ events, eventsThen, held }: ChangedIssue): string {
  const stays = held === 0 ? '' : `${formatCount(held)} that fit stay`
  if (eventsThen === events) return stays
  const change =
    eventsThen > events
      ? `gets ${formatCount(eventsThen - events)} back`
      : eventsThen === 0
        ? 'goes whole'
        : `${formatCount(events - eventsThen)} go, ${formatCount(eventsThen)} stay`
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
