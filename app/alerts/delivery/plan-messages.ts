import { createHash } from 'node:crypto'
import { DAY_MS, MINUTE_MS, msOfNs, SECOND_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import type { ChannelKind, KnownChannel } from '../channel.ts'
import { type AlertEvent, isOneOffEvent } from '../event-content.ts'
import { findSilence, type KnownSilence } from '../silence.ts'
import { type Claim, isHeld, listClaims, type SeenStep } from './claims.ts'

/** An event, and when this desk first saw it. */
export type SeenEvent = AlertEvent & { readonly seenMs: number }

/** A message to claim now. */
export interface PlannedMessage {
  readonly id: string
  readonly channel: KnownChannel
  readonly attempt: number
  /** The number of attempts that the receiver answered with a failure. Others were lost or not made. */
  readonly failures: number
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
/** Older events are not sent any more. Steps of deliveries are kept for longer. */
const TOLD_WITHIN_MS = 60 * DAY_MS
/** An event that is over, or happened once, is not sent later than this: a channel that was off for days must not send all of them. */
export const MAX_LATE_MS = DAY_MS
/** To a channel at a time: they are composed and sent at once, and before their claims are void. */
const MAX_MESSAGES = 50
/** A claim that the database took too long to store is followed by another one so much later. */
const STALLED_WAIT_MS = 15 * SECOND_MS
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
 * Plans the messages to send now: every event goes to every channel that its rule had, unless it was sent, given up or is silenced. It is a
 * pure function of what is stored, so nothing is lost that a desk forgets.
 */
export function planMessages(state: DeliveryState): DeliveryPlan {
  const known = indexEvents(state.events)
  const plans = state.channels.filter(({ isEnabled }) => isEnabled).map(channel => planChannel(channel, state, known))
  return {
    messages: plans.flatMap(({ messages }) => messages),
    dueMs: Math.min(...plans.map(({ dueMs }) => dueMs)),
  }
}

interface KnownEvents {
  readonly byId: ReadonlyMap<string, SeenEvent>
  /** By episode: that it fired, and that it ended. */
  readonly firing: ReadonlyMap<string, SeenEvent>
  readonly end: ReadonlyMap<string, SeenEvent>
}

function indexEvents(events: readonly SeenEvent[]): KnownEvents {
  const byEpisode = (what: SeenEvent['what']) =>
    new Map(events.filter(event => event.what === what).map(event => [event.episode, event]))
  return {
    byId: new Map(events.map(event => [event.id, event])),
    firing: byEpisode('firing'),
    end: byEpisode('resolved'),
  }
}

function planChannel(channel: KnownChannel, state: DeliveryState, known: KnownEvents): DeliveryPlan {
  const { nowMs, events, silences } = state
  const isGrouped = GROUPED[channel.kind]
  const steps = state.steps.filter(step => step.channel === channel.id)
  const claims = listClaims(steps).filter(({ isAccepted }) => isAccepted)
  const claimsOf = new Map<string, Claim[]>()
  const lastAttempts = new Map<string, number>()
  for (const claim of claims) {
    for (const id of claim.events) claimsOf.set(id, [...(claimsOf.get(id) ?? []), claim])
    lastAttempts.set(claim.message, Math.max(claim.attempt, lastAttempts.get(claim.message) ?? 0))
  }
  const settled = new Set(steps.filter(isSettled).map(({ event }) => event))
  const sent = new Set(steps.filter(({ state: of }) => of === 'sent').map(({ event }) => event))
  const oldestNs = nsOfMs(nowMs - TOLD_WITHIN_MS)
  const open = events.filter(
    event =>
      event.atNs >= oldestNs &&
      event.content.channels.includes(channel.id) &&
      // Programs would keep open what a changed rule had begun.
      (!event.content.isSilent || (event.what === 'resolved' && !isGrouped)) &&
      !settled.has(event.id),
  )
  let dueMs = Number.POSITIVE_INFINITY

  const isReady = (atMs: number) => {
    if (atMs > nowMs) dueMs = Math.min(dueMs, atMs)
    return atMs <= nowMs
  }
  const isSilenced = (event: SeenEvent) => {
    const silence = findSilence(silences, { rule: event.rule, ...event.content }, nowMs)
    if (silence !== undefined) dueMs = Math.min(dueMs, silence.untilMs)
    return silence !== undefined
  }

  // Events that were tried together stay one message, with the same id, until it is settled.
  const tried = Map.groupBy(open, ({ id }) => lastOf(claimsOf.get(id)))
  const retries = [...tried].flatMap(([claim, of]): PlannedMessage[] => {
    if (claim === undefined || !isReady(retryDueMs(claim))) return []
    const left = of.filter(event => !isSilenced(event))
    const [first] = left
    if (first === undefined) return []
    // The rest went on under this id while these were silenced.
    const isApart = (lastAttempts.get(claim.message) ?? 0) > claim.attempt
    const id = isApart ? messageId(channel.id, left) : claim.message
    const failures = (claimsOf.get(first.id) ?? []).filter(isFailure).length
    return [{ id, channel, attempt: claim.attempt + 1, failures, events: left }]
  })

  const fresh = (tried.get(undefined) ?? []).filter(event => {
    if (!isReady(event.seenMs + FIRST_WAIT_MS)) return false
    if (event.what === 'resolved' || event.what === 'reminder') {
      const firing = known.firing.get(event.episode)
      // Nobody is told of the end of what they were not told of; and never before its beginning is settled.
      if (firing === undefined ? event.content.isSilent : !sent.has(firing.id)) return false
    }
    if (event.what !== 'resolved' && (isTooLate(event, state, known) || hasEndedSilently(event, state, known)))
      return false
    return !isSilenced(event)
  })
  const groups = isGrouped ? groupEvents(fresh) : fresh.map(event => [event])
  const lastTold = new Map<string, number>()
  for (const { events: ids, assumedMs } of isGrouped ? claims : []) {
    for (const id of ids) {
      const rule = known.byId.get(id)?.rule ?? ''
      lastTold.set(rule, Math.max(assumedMs, lastTold.get(rule) ?? Number.NEGATIVE_INFINITY))
    }
  }
  const messages = groups.flatMap((group): PlannedMessage[] => {
    const times = [...new Set(group.map(({ rule }) => rule))].map(
      rule => lastTold.get(rule) ?? Number.NEGATIVE_INFINITY,
    )
    if (isGrouped && !isReady(Math.max(...times) + MIN_GAP_MS)) return []
    return [{ id: messageId(channel.id, group), channel, attempt: 1, failures: 0, events: group }]
  })
  // A receiver that has failed for hours keeps nothing new waiting.
  const ofRetries = MAX_MESSAGES - Math.min(messages.length, MAX_MESSAGES / 2)
  return { messages: [...retries.slice(0, ofRetries), ...messages].slice(0, MAX_MESSAGES), dueMs }
}

const isSettled = ({ state }: SeenStep) => state === 'sent' || state === 'given up'

/** Only an attempt that was made tells when to make the next. */
const isFailure = ({ outcome, retryMs }: Claim) => outcome === 'failed' && retryMs > 0

const lastOf = (claims: readonly Claim[] = []) =>
  claims.reduce<Claim | undefined>(
    (last, of) => (last === undefined || of.attempt > last.attempt ? of : last),
    undefined,
  )

/** When an attempt that has ended without success may be followed by another. */
function retryDueMs(claim: Claim): number {
  if (isHeld(claim)) return claim.seenMs + CLAIM_VOID_MS
  return claim.failedMs + (claim.retryMs === 0 ? STALLED_WAIT_MS : claim.retryMs)
}

/** Nothing is to be done about it any more. What lasts is told however late, and what was silenced when that has ended. */
function isTooLate(event: SeenEvent, { silences, nowMs }: DeliveryState, { end }: KnownEvents): boolean {
  const atMs = msOfNs(event.atNs)
  if (nowMs - atMs < MAX_LATE_MS) return false
  if (event.what === 'firing' && !isOneOffEvent(event) && !end.has(event.episode)) return false
  return !silences.some(each => each.untilMs > nowMs - MAX_LATE_MS && matches(each, event) && each.fromMs < nowMs)
}

/** It ended while it was silenced: it is of interest to nobody any more. */
function hasEndedSilently(event: SeenEvent, { silences }: DeliveryState, { end }: KnownEvents): boolean {
  const ended = end.get(event.episode)
  if (ended === undefined) return false
  const endMs = msOfNs(ended.atNs)
  return silences.some(each => each.fromMs <= endMs && endMs < each.untilMs && matches(each, event))
}

const matches = (silence: KnownSilence, event: SeenEvent) =>
  findSilence([silence], { rule: event.rule, ...event.content }, silence.fromMs) !== undefined

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
