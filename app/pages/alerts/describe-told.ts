import type { DeliveryStep } from '../../../store/alerts/list-alert-deliveries.ts'
import { MILLISECOND_NS, SECOND_NS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import type { AlertSettings } from '../../alerts/alert-log.server.ts'
import { MAX_LATE_MS } from '../../alerts/delivery/plan-messages.ts'
import type { AlertEvent } from '../../alerts/event-content.ts'
import { findSilence, type KnownSilence } from '../../alerts/silence.ts'
import { formatDuration } from '../../format/duration.ts'

/** Whether a channel was told of an event, or why not. */
export interface Told {
  /** Name of the channel; '' for none. */
  readonly channel: string
  /** Such as `in 18 s`, `silenced`, `failed with status 500, tried again in 30 s`. */
  readonly text: string
  readonly level: 'good' | 'warn' | 'bad' | 'muted'
}

interface DeliveryFacts {
  /** Of this event, in the order of time. */
  readonly steps: readonly DeliveryStep[]
  readonly settings: Pick<AlertSettings, 'channels' | 'lockedChannels' | 'silences'>
  /** When the end of its episode was found, Unix milliseconds; `undefined` while it lasts. */
  readonly endedMs: number | undefined
  readonly nowMs: number
}

/** Who was told of an event and in how long, or why not: one for each channel that the rule had; one without a channel if it had none. */
export function describeTold(event: AlertEvent, facts: DeliveryFacts): readonly Told[] {
  const { content } = event
  if (content.isSilent)
    return [{ channel: '', text: 'not told: it comes and goes, or its rule was changed', level: 'muted' }]
  if (content.channels.length === 0) return [{ channel: '', text: 'nobody: the rule had no channel', level: 'warn' }]
  return content.channels.map(channel => describeChannel(event, channel, facts))
}

function describeChannel(event: AlertEvent, id: string, facts: DeliveryFacts): Told {
  const { settings, nowMs } = facts
  const steps = facts.steps.filter(step => step.channel === id)
  const known = settings.channels.find(channel => channel.id === id)
  const locked = settings.lockedChannels.find(channel => channel.id === id)
  const channel = known?.name ?? locked?.name ?? 'a deleted channel'
  const sent = steps.find(({ state }) => state === 'sent')
  if (sent !== undefined) return { channel, text: `in ${writeWait(sent.atNs - event.atNs)}`, level: 'good' }
  const gaveUp = steps.findLast(({ state }) => state === 'given up')
  if (gaveUp !== undefined) return { channel, text: `given up: ${reasonOf(gaveUp)}`, level: 'bad' }
  const silence = findSilenceOf(event, facts)
  if (silence !== undefined) {
    const goesOn = silence.untilMs > nowMs && facts.endedMs === undefined
    const text = goesOn ? `silenced, told in ${writeWait(nsOfMs(silence.untilMs - nowMs))} if it lasts` : 'silenced'
    return { channel, text, level: 'muted' }
  }
  if (known === undefined) {
    const text = locked === undefined ? 'not told' : 'not told: written with another secret key'
    return { channel, text, level: 'bad' }
  }
  if (!known.isEnabled) return { channel, text: 'not told: the channel is off', level: 'warn' }
  const failed = steps.findLast(({ state }) => state === 'failed')
  if (failed !== undefined) {
    const againMs = Number(failed.atNs / MILLISECOND_NS) + failed.retryMs - nowMs
    const again = againMs > 0 ? `tried again in ${writeWait(nsOfMs(againMs))}` : 'being tried again'
    return { channel, text: `failed: ${reasonOf(failed)}; ${again}`, level: 'bad' }
  }
  if (steps.length > 0) return { channel, text: 'being sent', level: 'muted' }
  const isOver = facts.endedMs !== undefined || event.content.kind === 'issue'
  const isLate = nowMs - Number(event.atNs / MILLISECOND_NS) > MAX_LATE_MS
  return { channel, text: isOver && isLate ? 'not told within a day' : 'not yet', level: 'muted' }
}

/** The silence under which it fell while it lasted. */
function findSilenceOf(event: AlertEvent, { settings, endedMs, nowMs }: DeliveryFacts): KnownSilence | undefined {
  const atMs = Number(event.atNs / MILLISECOND_NS)
  const untilMs = Math.max(endedMs ?? nowMs, atMs + 1)
  const of = { rule: event.rule, ...event.content }
  return settings.silences.find(
    silence =>
      silence.fromMs < untilMs && silence.untilMs > atMs && findSilence([silence], of, silence.fromMs) !== undefined,
  )
}

const reasonOf = ({ status, reason }: DeliveryStep) => reason || (status === 0 ? 'no answer' : `status ${status}`)

/** In whole seconds below a minute: the event is dated by the end of a minute, and messages wait some seconds for others. */
function writeWait(ns: bigint): string {
  const seconds = ns < SECOND_NS ? 1n : ns / SECOND_NS
  return seconds < 60n ? `${seconds} s` : formatDuration(seconds * SECOND_NS)
}
