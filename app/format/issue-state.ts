import type { Spike } from '../../store/issues/count-issues.ts'
import { type IssueState, isAssignedOrAcknowledged } from '../../store/issues/derive-state.ts'
import { readMuteRule, readResolveRule } from '../../store/issues/rules.ts'
import { formatAmount } from './amount.ts'
import { formatCount } from './count.ts'
import { formatTimestamp } from './time.ts'
import { zoneAt } from './time-zone.ts'

interface IssueStatus {
  readonly state: IssueState
  readonly isNew: boolean
  readonly spike: Spike | undefined
}

/** The state of an issue in one word; '' for a plain unresolved one. */
export function statusLabel({ state, isNew, spike }: IssueStatus): string {
  if (state.status === 'resolved') return 'resolved'
  if (state.status === 'muted') return 'muted'
  if (state.resolved?.regressed !== undefined) return 'regressed'
  if (state.muted?.ended === true) return 'unmuted'
  if (spike !== undefined) return 'escalating'
  return isNew ? 'new' : ''
}

/** Colours of states that need attention. */
export const STATUS_COLOURS: Readonly<Record<string, string>> = {
  new: 'warn',
  regressed: 'bad',
  escalating: 'bad',
  unmuted: 'warn',
  resolved: 'good',
  stopped: 'good',
}

/** The state of an issue of which there is nothing else to say. */
export const PLAIN_STATE = 'Unresolved.'

/** The state of an issue, with the evidence for it. */
export function describeState({ state, spike }: Omit<IssueStatus, 'isNew'>): string {
  const { status, muted, resolved } = state
  const regressed = resolved?.regressed
  if (status === 'resolved' && resolved !== undefined) {
    return `Resolved${describeResolution(resolved.event.value)}${byAuthor(resolved.event.who)}.`
  }
  if (status === 'muted' && muted !== undefined) {
    return `Muted ${describeMute(muted.event.value)}${byAuthor(muted.event.who)}${muteProgress(muted)}.`
  }
  if (regressed !== undefined && resolved !== undefined) {
    const where = regressed.release === '' ? '' : ` in ${regressed.release}`
    const when = `${formatTimestamp(regressed.lastSeenNs).slice(0, 16)} ${zoneAt(regressed.lastSeenNs)}`
    return `Regressed: seen${where} at ${when} after it was resolved${describeResolution(resolved.event.value)}${byAuthor(resolved.event.who)}.`
  }
  if (muted?.ended === true)
    return `Unmuted: it was muted ${describeMute(muted.event.value)}${byAuthor(muted.event.who)}.`
  if (spike !== undefined) {
    return `Escalating: ${formatCount(spike.now)} this hour, usually ${formatAmount(Number(spike.usual.toPrecision(2)))}.`
  }
  return PLAIN_STATE
}

/** Who works on an issue; '' for nobody. */
export function describeAssignee(state: IssueState): string {
  if (!isAssignedOrAcknowledged(state)) return ''
  return state.owner === '' ? `acknowledged${byAuthor(state.acknowledged?.who ?? '')}` : `assigned to ${state.owner}`
}

/** To whom an issue is assigned, and who acknowledged it. */
export function describeOwner({ owner, acknowledged }: Pick<IssueState, 'owner' | 'acknowledged'>): string {
  const assigned = owner === '' ? 'Unassigned' : `Assigned to ${owner}`
  return acknowledged === undefined ? assigned : `${assigned}, acknowledged${byAuthor(acknowledged.who)}`
}

const byAuthor = (who: string) => (who === '' ? '' : ` by ${who}`)

function muteProgress({ rule, since }: NonNullable<IssueState['muted']>): string {
  if (rule.until === 'time') return ''
  const came = { events: since?.events, sessions: since?.sessions, rate: since?.maxPerHour }[rule.until] ?? 0
  return rule.until === 'rate' ? ` (at most ${formatCount(came)} so far)` : ` (${formatCount(came)} so far)`
}

/** Text after “muted”: when the mute ends. */
export function describeMute(value: string): string {
  const rule = readMuteRule(value)
  switch (rule?.until) {
    case 'time':
      return `until ${formatTimestamp(rule.atNs).slice(0, 16)} ${zoneAt(rule.atNs)}`
    case 'events':
      return `until ${formatCount(rule.count)} more events`
    case 'sessions':
      return `until ${formatCount(rule.count)} more sessions`
    case 'rate':
      return `until ${formatCount(rule.count)} events an hour`
    case undefined:
      return 'by an unknown rule'
  }
}

/** Text after “resolved”: ` in 2.4.1`; '' for now. */
export function describeResolution(value: string): string {
  const rule = readResolveRule(value)
  if (rule?.in === 'release') return ` in ${rule.release}`
  return rule?.in === 'next' ? ' in the next release' : ''
}
