import { createHash } from 'node:crypto'
import type { AlertEventType, StoredAlertEvent } from '../../../store/alerts/list-alert-events.ts'
import { HOUR_MS, msOfNs } from '../../../store/time-units.ts'
import { type AlertEvent, endsOf, isOneOffEvent } from '../event-content.ts'
import { isOneOff, type KnownRule } from '../rule.ts'
import type { Episode, ToldEpisode } from './derive-episodes.ts'

export type NewAlertEvent = Omit<AlertEvent, 'desk'>

/** The events of a rule's episodes until now. All desks derive the same. */
export function eventsOf(rule: KnownRule, episodes: readonly Episode[], nowMs: number): NewAlertEvent[] {
  return episodes.flatMap(episode => {
    const { firedMs, endedMs, isFlapping, beginsFlapping } = episode
    const at = (what: AlertEventType, atMs: number, isSilent: boolean, nth = 0) =>
      eventOf(rule, episode, { what, atMs, isSilent, nth })
    const reminders = isFlapping || isOneOff(rule) || endedMs !== undefined ? 0 : countReminders(rule, nowMs - firedMs)
    return [
      at('firing', firedMs, isFlapping),
      ...(beginsFlapping ? [at('flapping', firedMs, false)] : []),
      // After an outage several may be due. Only the last one is sent.
      ...(reminders > 0 ? [at('reminder', firedMs + reminders * rule.remindHours * HOUR_MS, false, reminders)] : []),
      ...(endedMs === undefined ? [] : [at('resolved', endedMs, isFlapping)]),
    ]
  })
}

/** The number of reminders that were due. */
const countReminders = ({ remindHours }: KnownRule, lastedMs: number): number =>
  remindHours === 0 ? 0 : Math.max(0, Math.floor(lastedMs / (remindHours * HOUR_MS)))

interface Told {
  readonly what: AlertEventType
  readonly atMs: number
  readonly isSilent: boolean
  readonly nth: number
}

function eventOf(
  rule: KnownRule,
  { subject, cause, beganMs, breach }: ToldEpisode,
  { what, atMs, isSilent, nth }: Told,
): NewAlertEvent {
  const episode = episodeId(rule, subject, cause)
  return {
    ...{ id: hash(episode, what, nth), atNs: BigInt(atMs) * 1_000_000n, rule: rule.id, revision: rule.revision },
    ...{ subject, episode, what },
    content: {
      ...breach.about,
      ...{ ruleName: rule.name, kind: rule.kind, label: breach.label, why: breach.why },
      ...{ value: breach.value, threshold: breach.threshold, unit: breach.unit },
      ...{ fromMs: breach.fromMs, toMs: atMs, beganMs, cause, channels: rule.channels, isSilent },
    },
  }
}

/** A changed rule tells anew what lasts, but not what has happened once. */
const episodeId = (rule: KnownRule, subject: string, cause: string) =>
  hash(rule.id, isOneOff(rule) ? '' : rule.revision, subject, cause)

const hash = (...parts: readonly (string | number)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** The first event of each episode of a rule that lasts, with when it ended; `undefined` while it goes on. In the order of the events. */
export function listTold(
  events: readonly AlertEvent[],
): { readonly event: AlertEvent; readonly endedMs: number | undefined }[] {
  const ends = endsOf(events)
  return events
    .filter(event => event.what === 'firing' && !isOneOffEvent(event))
    .map(event => {
      const endNs = ends.get(event.episode)
      return { event, endedMs: endNs === undefined ? undefined : msOfNs(endNs) }
    })
}

/** An episode as its first event tells it. */
export function toldEpisodeOf({ event, endedMs }: ReturnType<typeof listTold>[number]): ToldEpisode {
  const { subject, atNs, content } = event
  const { cause, beganMs, fromMs, value, threshold, unit, label, why, isSilent } = content
  const { service, environment, release, operation, issue } = content
  return {
    ...{ subject, cause, beganMs, firedMs: msOfNs(atNs), endedMs, isFlapping: isSilent },
    breach: {
      ...{ subject, cause, value, threshold, unit, label, why, fromMs },
      about: { service, environment, release, operation, issue },
    },
  }
}

/** The end of an episode that ends otherwise than by what the rule watches, such as by a change of the rule. */
export function endOf(
  { rule, revision, subject, episode, content }: AlertEvent,
  { atMs, why, isTold }: { readonly atMs: number; readonly why: string; readonly isTold: boolean },
): NewAlertEvent {
  const isSilent = content.isSilent || !isTold
  return {
    ...{
      id: hash(episode, 'resolved', 0),
      atNs: BigInt(Math.floor(atMs)) * 1_000_000n,
      rule,
      revision,
      subject,
      episode,
    },
    ...{ what: 'resolved', content: { ...content, why, toMs: atMs, isSilent } },
  }
}

export const storedEvent = ({ content, ...event }: NewAlertEvent, desk: string): StoredAlertEvent => ({
  ...event,
  content: JSON.stringify(content),
  desk,
})
