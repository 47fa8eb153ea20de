import { createHash } from 'node:crypto'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import type { ChannelKind, KnownChannel } from '../channel.ts'
import type { AlertEvent } from '../event-content.ts'
import { findSilence, type KnownSilence } from '../silence.ts'
import { type Claim, isHeld, listClaims, type SeenStep } from './claims.ts'

/** An event, and when this desk first saw it. */
export type SeenEvent = AlertEvent & { readonly seenMs: number }

/** A message to claim now. */
export interface PlannedMessage {
  readonly id: string
  readonly channel: KnownChannel
  readonly attempt: number
  /** In the order of time. */
  readonly events: readonly SeenEvent[]
}

interface DeliveryState {
  readonly nowMs: number
  /** In the order of time. */
  readonly events: readonly SeenEvent[]
  readonly steps: readonly SeenStep[]
  readonly channels: readonly KnownChannel[]
  readonly silences: readonly KnownSilence[]
}

export interface DeliveryPlan {
  readonly messages: readonly PlannedMessage[]
  /** When there is more to do, if nothing else happens; `Infinity` for never. Unix milliseconds. */
  readonly dueMs: number
}

/** So that what happens together is told together. */
export const FIRST_WAIT_MS = 15 * SECOND_MS
/** At most one message of a rule to a channel in this time. */
export const MIN_GAP_MS = 5 * MINUTE_MS
/** What is older is told to nobody any more; steps of deliveries are kept for longer. */
const TOLD_WITHIN_MS = 60 * DAY_MS
/** A claim without an outcome is void then: longer than an attempt may take. */
export const CLAIM_VOID_MS = 90 * SECOND_MS

/** People read several events in one message; programs group by themselves, and know each event by its own id. */
const GROUPED: Readonly<Record<ChannelKind, boolean>> = {
  slack: true,
  teams: true,
  email: true,
  webhook: false,
  pagerduty: false,
  alertmanager: false,
}

/**
 * What is to be sent now: every event for every channel that its rule had, without what was sent, given up or is silenced. A pure function, so
 * that nothing that a desk forgets is lost.
 */
export function planMessages(state: DeliveryState): DeliveryPlan {
  const plans = state.channels.filter(({ isEnabled }) => isEnabled).map(channel => planChannel(channel, state))
  return {
    messages: plans.flatMap(({ messages }) => messages),
    dueMs: Math.min(...plans.map(({ dueMs }) => dueMs)),
  }
}

function planChannel(channel: KnownChannel, state: DeliveryState): DeliveryPlan {
  const { nowMs, events } = state
  const steps = state.steps.filter(step => step.channel === channel.id)
  const claims = listClaims(steps)
  const settled = new Set(steps.filter(isSettled).map(({ event }) => event))
  const sent = new Set(steps.filter(({ state: of }) => of === 'sent').map(({ event }) => event))
  const oldestNs = nsOfMs(nowMs - TOLD_WITHIN_MS)
  const open = events.filter(
    event =>
      event.atNs >= oldestNs &&
      event.content.channels.includes(channel.id) &&
      !event.content.isSilent &&
      !settled.has(event.id),
  )
  const tried = new Map(open.map(event => [event.id, lastClaimOf(claims, event.id)]))
  const dueTimes: number[] = []

  const isReady = (dueMs: number) => {
    if (dueMs > nowMs) dueTimes.push(dueMs)
    return dueMs <= nowMs
  }
  const isSilenced = (event: SeenEvent) => {
    const silence = findSilence(state.silences, { rule: event.rule, ...event.content }, nowMs)
    if (silence !== undefined) dueTimes.push(silence.untilMs)
    return silence !== undefined
  }

  // What was tried stays one message, with the same id, until it is settled.
  const retries = [...new Set(tried.values())].flatMap((claim): PlannedMessage[] => {
    if (claim === undefined) return []
    const left = open.filter(({ id }) => tried.get(id) === claim)
    if (!isReady(retryDueMs(claim)) || left.some(isSilenced)) return []
    return [{ id: claim.message, channel, attempt: claim.attempt + 1, events: left }]
  })

  const fresh = open.filter(event => {
    if (tried.get(event.id) !== undefined) return false
    if (!isReady(event.seenMs + FIRST_WAIT_MS)) return false
    if (event.what === 'resolved' || event.what === 'reminder') {
      const firing = events.find(each => each.episode === event.episode && each.what === 'firing')
      // Nobody is told of the end of what they were not told of; and never before its beginning is settled.
      if (firing !== undefined && !sent.has(firing.id)) return false
    }
    if (event.what !== 'resolved' && hasEndedSilently(event, state)) return false
    return !isSilenced(event)
  })
  const groups = GROUPED[channel.kind] ? groupEvents(fresh) : fresh.map(event => [event])
  const messages = groups.flatMap((group): PlannedMessage[] => {
    const rules = new Set(group.map(({ rule }) => rule))
    const told = claims.filter(claim => claim.isAccepted && claim.events.some(id => rules.has(ruleOf(events, id))))
    const lastMs = Math.max(Number.NEGATIVE_INFINITY, ...told.map(({ assumedMs }) => assumedMs))
    if (GROUPED[channel.kind] && !isReady(lastMs + MIN_GAP_MS)) return []
    return [{ id: messageId(channel.id, group), channel, attempt: 1, events: group }]
  })
  return { messages: [...retries, ...messages], dueMs: Math.min(Number.POSITIVE_INFINITY, ...dueTimes) }
}

const isSettled = ({ state }: SeenStep) => state === 'sent' || state === 'given up'

const lastClaimOf = (claims: readonly Claim[], event: string) =>
  claims
    .filter(claim => claim.isAccepted && claim.events.includes(event))
    .reduce<Claim | undefined>((last, of) => (last === undefined || of.attempt > last.attempt ? of : last), undefined)

/** When an attempt that has ended without success may be followed by another. */
function retryDueMs(claim: Claim): number {
  if (isHeld(claim)) return claim.seenMs + CLAIM_VOID_MS
  return claim.failedMs + claim.retryMs
}

const ruleOf = (events: readonly SeenEvent[], id: string) => events.find(event => event.id === id)?.rule ?? ''

/** It was silenced for as long as it lasted, or until it ended: it is of interest to nobody any more. */
function hasEndedSilently(event: SeenEvent, { events, silences }: DeliveryState): boolean {
  const end = events.find(each => each.episode === event.episode && each.what === 'resolved')
  if (end === undefined) return false
  const endMs = Number(end.atNs / 1_000_000n)
  const atMs = Number(event.atNs / 1_000_000n)
  const matching = silences.filter(each => each.fromMs < endMs && each.untilMs > atMs)
  const of = { rule: event.rule, ...event.content }
  return matching.some(silence => findSilence([silence], of, silence.fromMs) !== undefined)
}

/** Events of one rule, and of one subject, are one message; beginnings and ends are two. */
function groupEvents(events: readonly SeenEvent[]): SeenEvent[][] {
  const groups: { readonly keys: Set<string>; readonly events: SeenEvent[] }[] = []
  for (const event of events) {
    const kind = event.what === 'resolved' ? 'end' : 'begin'
    const keys = [`${kind} rule ${event.rule}`, `${kind} about ${aboutOf(event)}`]
    const touched = groups.filter(group => keys.some(key => group.keys.has(key)))
    for (const group of touched) groups.splice(groups.indexOf(group), 1)
    groups.push({
      keys: new Set([...touched.flatMap(group => [...group.keys]), ...keys]),
      events: [...touched.flatMap(group => group.events), event],
    })
  }
  const order = new Map(events.map((event, at) => [event, at]))
  return groups.map(group => group.events.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)))
}

const aboutOf = ({ rule, subject, content: { issue, service, operation, environment } }: SeenEvent) =>
  issue !== '' ? issue : service !== '' ? JSON.stringify([service, operation, environment]) : `${rule} ${subject}`

/** Equal on all desks that tell the same events. */
export function messageId(channel: string, events: readonly Pick<AlertEvent, 'id'>[]): string {
  const ids = events.map(({ id }) => id).toSorted()
  return `msg_${createHash('sha256')
    .update(JSON.stringify([channel, ids]))
    .digest('hex')
    .slice(0, 32)}`
}
