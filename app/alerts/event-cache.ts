import { type AlertEventFilter, listAlertEvents } from '../../store/alerts/list-alert-events.ts'
import type { Store } from '../../store/store.ts'
import { DAY_MS, HOUR_MS } from '../../store/time-units.ts'
import { nsOfMs } from '../../store/units.ts'
import { type AlertEvent, endsOf, isOneOffEvent, readEvent } from './event-content.ts'

/** The events of the last days, and of episodes that go on. */
export interface EventCache {
  /** Reads what is new. @returns Oldest first. @throws {StoreError} Any kind. */
  read(): Promise<readonly AlertEvent[]>
  /** The events that were last read, oldest first, without waiting; `undefined` before the first time. If they are older than a minute, it begins to read them again. */
  latest(): readonly AlertEvent[] | undefined
}

const MAX_EVENTS = 100_000
/** An older event is neither sent nor retried any more. It is kept only while its episode lasts. */
const KEPT_MS = 7 * DAY_MS
const OLDEST_MS = 400 * DAY_MS
/** A desk whose background does not read events reads them again when a page has asked for older ones. */
const STALE_MS = 60_000
/** Before the newest that is known: desks that catch up write events of an earlier time. */
const READ_AGAIN_MS = 3 * HOUR_MS

/** @param nowMs Unix milliseconds. What is new is read by the time of events, not by a clock that may be wrong or have stood still. */
export function createEventCache(store: Store, nowMs: () => number): EventCache {
  let known = new Map<string, AlertEvent>()
  let newestNs: bigint | undefined
  let reading: Promise<readonly AlertEvent[]> | undefined
  let latest: readonly AlertEvent[] | undefined
  let readMs = Number.NEGATIVE_INFINITY

  async function load(): Promise<readonly AlertEvent[]> {
    const now = nowMs()
    const nowNs = nsOfMs(now)
    const fromNs =
      newestNs === undefined ? nsOfMs(now - OLDEST_MS) : (newestNs < nowNs ? newestNs : nowNs) - nsOfMs(READ_AGAIN_MS)
    const filter: AlertEventFilter = { range: { from: fromNs, to: nsOfMs(now + OLDEST_MS) }, limit: MAX_EVENTS }
    for (const event of (await listAlertEvents(store, filter)).toReversed()) {
      known.set(event.id, readEvent(event))
      if (newestNs === undefined || event.atNs > newestNs) newestNs = event.atNs
    }
    const oldestNs = nsOfMs(now - KEPT_MS)
    const ends = endsOf([...known.values()])
    // The end of an episode is told only to those who were told of its beginning.
    const isKept = (event: AlertEvent) =>
      event.atNs >= oldestNs ||
      (event.what === 'firing' && !isOneOffEvent(event) && (ends.get(event.episode) ?? oldestNs) >= oldestNs)
    known = new Map([...known].filter(([, event]) => isKept(event)))
    readMs = now
    latest = [...known.values()].toSorted((a, b) => (a.atNs < b.atNs ? -1 : a.atNs > b.atNs ? 1 : a.id < b.id ? -1 : 1))
    return latest
  }

  function read(): Promise<readonly AlertEvent[]> {
    reading ??= load().finally(() => {
      reading = undefined
    })
    return reading
  }

  return {
    read,
    latest() {
      // Why it failed is told by whoever waits for events: pages of alerts, and the work in the background.
      if (nowMs() - readMs > STALE_MS && reading === undefined) read().catch(() => undefined)
      return latest
    },
  }
}
