import { DAY_MS } from '../../store/time-units.ts'
import { nsOfMs } from '../../store/units.ts'
import { type AlertEvent, endsOf, isOneOffEvent } from './event-content.ts'

const ONE_OFF_MS = DAY_MS

/** The episodes that last, and the one-off events of the last day. */
export interface Firing {
  /** Newest first. */
  readonly lasting: readonly AlertEvent[]
  /** Newest first: issues. */
  readonly oneOff: readonly AlertEvent[]
}

/** @param events Of the last days, and of episodes that go on, in any order. */
export function findFiring(events: readonly AlertEvent[], nowMs: number): Firing {
  const ends = endsOf(events)
  const begun = events
    .filter(({ what, episode }) => what === 'firing' && !ends.has(episode))
    .toSorted((a, b) => (a.atNs > b.atNs ? -1 : a.atNs < b.atNs ? 1 : a.id < b.id ? -1 : 1))
  const sinceNs = nsOfMs(nowMs - ONE_OFF_MS)
  return {
    lasting: begun.filter(event => !isOneOffEvent(event)),
    oneOff: begun.filter(event => isOneOffEvent(event) && event.atNs >= sinceNs),
  }
}

/** The number of episodes that last; `undefined` before events were read. */
export const countFiring = (events: readonly AlertEvent[] | undefined, nowMs: number): number | undefined =>
  events && findFiring(events, nowMs).lasting.length
