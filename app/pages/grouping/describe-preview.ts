import type { IssueState } from '../../../store/issues/derive-state.ts'
import type { GroupingRulePreview, IssueChangedByRule } from '../../../store/issues/preview-rule.ts'
import { MAX_ISSUES_OF_RULE } from '../../../store/issues/rules.ts'
import { formatCount, pluralize } from '../../format/count.ts'

/** Describes the effect of a rule. */
export function describeRulePreview({
  takes,
  own,
  others,
  changed,
}: Omit<GroupingRulePreview, 'issue' | 'mergedByHand' | 'refused'>): string {
  if (takes === 0 && changed === 0) return 'No stored issue matches. The rule would apply to new issues.'
  const taken = others.filter(({ events, eventsThen }) => eventsThen < events)
  const services = new Set(taken.flatMap(({ summary }) => summary?.service ?? []))
  const work = [
    [taken.filter(({ state }) => state.owner !== '').length, 'assigned'],
    [taken.filter(({ state }) => state.acknowledged !== undefined).length, 'acknowledged'],
    [taken.filter(({ state }) => state.status === 'muted').length, 'muted'],
    [taken.filter(({ state }) => state.status === 'resolved').length, 'resolved'],
  ] as const
  const status = work.filter(([count]) => count > 0).map(([count, label]) => `${formatCount(count)} ${label}`)
  return [
    `${pluralize(takes, 'issue')} ${takes === 1 ? 'matches' : 'match'}${services.size > 1 ? `, from ${formatCount(services.size)} services` : ''}.`,
    `The merged issue would have ${pluralize(own.eventsThen, 'exception')}${describeSessions(own)}${own.events === 0 ? '' : ` (now ${formatCount(own.events)})`}.`,
    ...(changed === takes
      ? []
      : [changed === 0 ? 'No issue would change.' : `${pluralize(changed, 'issue')} would change.`]),
    ...(status.length === 0 ? [] : [`Of those, ${status.join(', ')}.`]),
  ].join(' ')
}

/** ` in 67 sessions`, if any are known. */
function describeSessions({ sessionsThen, hasMoreSessionsThen }: GroupingRulePreview['own']): string {
  if (sessionsThen === 0) return ''
  return ` in ${hasMoreSessionsThen ? 'at least ' : ''}${pluralize(sessionsThen, 'session')}`
}

/** What becomes of the status and the owners of issues that a rule merges. */
export function describeRuleOwners(own: Pick<GroupingRulePreview['own'], 'events'>): string {
  const merged = own.events === 0 ? 'starts unresolved and unassigned' : 'keeps its status and owner'
  return `The merged issue ${merged}; the others have their own status and owner again if the rule is undone.`
}

/** Why a rule cannot be applied; undefined if it can. */
export function describeRuleRefusal({
  refused,
  takes,
}: Pick<GroupingRulePreview, 'refused' | 'takes'>): string | undefined {
  if (refused === 'all') return 'The rule matches every issue. Add a condition.'
  if (refused === 'many') {
    return `The rule matches ${pluralize(takes, 'issue')}; the maximum is ${formatCount(MAX_ISSUES_OF_RULE)}. Add a condition.`
  }
  return undefined
}

/** How an issue would change. */
export function describeIssueChange({ events, eventsThen }: IssueChangedByRule): string {
  if (eventsThen > events) return `regains ${formatCount(eventsThen - events)}`
  return eventsThen === 0 ? 'merged fully' : `loses ${formatCount(events - eventsThen)}`
}

/** The status of an issue, '' for none. */
export function describeIssueStatus({ status, owner, acknowledged }: IssueState): string {
  return [
    status === 'open' ? '' : status,
    owner === '' ? '' : `assigned to ${owner}`,
    acknowledged === undefined ? '' : 'acknowledged',
  ]
    .filter(Boolean)
    .join(', ')
}
