import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { listAccountEvents, type StoredAccountEvent } from '../../store/accounts/list-account-events.ts'
import { recordAccountEvents } from '../../store/accounts/record-account-events.ts'
import type { Store } from '../../store/store.ts'
import { nsOfMs } from '../../store/units.ts'
import { type ACCOUNT_EVENTS, type AccountEvent, type AccountEventType, parseAccountEvent } from './account-event.ts'
import { type Accounts, deriveAccounts, NO_ACCOUNTS, SESSION_LIMITS } from './derive-accounts.ts'
import type { SecretKeys } from './seal.server.ts'

/** The accounts of all desks, as this one last read them. */
export interface AccountLog {
  /**
   * What holds: read at most five seconds ago, or ten if a newer state is being read; up to ten minutes ago while the database is away.
   *
   * @throws {StoreError} When the database has been away for longer.
   * @throws {SecretKeyError} When the events were written with another key.
   */
  read(): Promise<Accounts>
  /** What was last read, without reading. */
  latest(): Accounts
  /** What holds, read at most a second ago: for what may have happened on another desk. */
  readNow(): Promise<Accounts>
  /**
   * Reads everything that was stored before this call: for what did happen on another desk. Waits up to a second, so that any number of
   * calls read once a second.
   *
   * @throws {StoreError} When the database does not answer.
   */
  readAgain(): Promise<Accounts>
  /**
   * Adds events, all or none. They hold on this desk at once, on others as soon as they have read them.
   *
   * @throws {StoreError} When they may not have been stored.
   */
  record(...events: readonly NewAccountEvent[]): Promise<Accounts>
  /** Replaces all stored events about a subject, so that nothing of their content is left. */
  erase(subject: string): Promise<void>
  /** Replaces all stored events that were sealed by none of this desk's keys, so that accounts begin anew if their key is lost. */
  forgetForeign(): Promise<Accounts>
  /**
   * All events that this desk could read, newest first: of sessions those of a year, also where they have ended, and not that a provider
   * confirmed them, which is every 15 minutes.
   */
  list(): Promise<readonly AccountEvent[]>
}

/** An event to add, now. */
export type NewAccountEvent = {
  [What in AccountEventType]: {
    readonly subject: string
    readonly what: What
    readonly content: ReturnType<(typeof ACCOUNT_EVENTS)[What]['parse']>
  }
}[AccountEventType]

/** The stored events cannot be opened: all desks of a database need the same `ERRATA_SECRET_KEY`. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError'
  constructor() {
    super(
      'The accounts in the database were written with another ERRATA_SECRET_KEY: give this desk the same one (without the setting it is in the data folder of the desk that wrote them, secret-key)',
    )
  }
}

interface AccountLogOptions {
  readonly store: Store
  readonly keys: SecretKeys
  /** @default Date.now */
  readonly nowMs?: () => number
}

/** A newer state is read in the background after this time, and waited for after twice as long. */
const MAX_AGE_MS = 5_000
/** How long valid sessions go on while the database is away. */
const MAX_OUTAGE_MS = 600_000
const MIN_GAP_MS = 1_000
/** Own events are kept this long beside what is read: a read may have begun before they were stored. */
const OWN_EVENTS_MS = 60_000
const LONGEST_SESSION_MS = Math.max(...Object.values(SESSION_LIMITS.absoluteMs)) + 86_400_000
const LISTED_MS = 365 * 86_400_000
/** Only identity providers continue sessions. */
const LONGEST_CONTINUED_MS = SESSION_LIMITS.absoluteMs.oidc + 3_600_000

export function createAccountLog({ store, keys, nowMs = Date.now }: AccountLogOptions): AccountLog {
  let readMs = Number.NEGATIVE_INFINITY
  let triedMs = Number.NEGATIVE_INFINITY
  let accounts = NO_ACCOUNTS
  let sealedBefore = ''
  let events: readonly AccountEvent[] = []
  let own: readonly AccountEvent[] = []
  let reading: Promise<void> | undefined
  /** Numbers of the last read that began, and of the last that ended well: two of them may have the same time. */
  let begun = 0
  let ended = 0

  const open = (stored: readonly StoredAccountEvent[]): AccountEvent[] => {
    const opened = stored.map(event => ({ event, content: keys.open(event) }))
    // Of a later one that does not open, somebody without the key wrote it: it says nothing.
    if (opened[0] !== undefined && opened[0].content === undefined) throw new SecretKeyError()
    return opened.flatMap(({ event, content }) => {
      const { subject, id, what, atNs } = event
      const read =
        content === undefined
          ? undefined
          : parseAccountEvent({ subject, id, what, atMs: Number(atNs / 1_000_000n) }, content)
      return read ?? []
    })
  }

  /** Replaces stored events, under their keys, by ones that say nothing. */
  async function blank(stored: readonly StoredAccountEvent[]): Promise<void> {
    const blanks = stored.map(({ sealed: _, ...event }) => keys.seal({ ...event, what: 'erased' }, {}))
    if (blanks.length > 0) await recordAccountEvents(store, blanks)
    sealedBefore = ''
    readMs = Number.NEGATIVE_INFINITY
  }

  const derive = () => {
    accounts = deriveAccounts([...events, ...own])
  }

  async function load(): Promise<void> {
    const startedMs = nowMs()
    triedMs = startedMs
    const nth = ++begun
    const stored = await listAccountEvents(store, {
      sessionsFromNs: nsOfMs(startedMs - LONGEST_SESSION_MS),
      continuedFromNs: nsOfMs(startedMs - LONGEST_CONTINUED_MS),
    })
    const sealed = stored.map(event => event.sealed).join()
    own = own.filter(({ atMs }) => atMs > startedMs - OWN_EVENTS_MS)
    if (sealed !== sealedBefore) {
      events = open(stored)
      sealedBefore = sealed
      derive()
    }
    readMs = startedMs
    ended = nth
  }

  /** After what it is to replace, which a desk whose clock is ahead may have written. */
  function leastTimeOf({ subject, what, content }: NewAccountEvent): number {
    const same = [...events, ...own].filter(each => each.subject === subject && each.what === what)
    const began = what === 'session-started' ? accounts.people.get(content.person)?.sessionsFromMs : undefined
    return Math.max(began ?? 0, ...same.map(each => each.atMs + 1))
  }

  const loadOnce = () => {
    reading ??= load().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function readSince(maxAgeMs: number): Promise<Accounts> {
    if (nowMs() - readMs <= maxAgeMs) return accounts
    try {
      await loadOnce()
    } catch (error) {
      if (error instanceof SecretKeyError || nowMs() - readMs > MAX_OUTAGE_MS) throw error
    }
    return accounts
  }

  return {
    async read() {
      const ageMs = nowMs() - readMs
      // While the database is away each request would wait for its timeout.
      const isAway =
        triedMs > readMs && nowMs() - triedMs < MAX_AGE_MS && ageMs <= MAX_OUTAGE_MS && reading === undefined
      if (isAway) return accounts
      if (ageMs > MAX_AGE_MS && ageMs <= 2 * MAX_AGE_MS) loadOnce().catch(() => undefined)
      return readSince(2 * MAX_AGE_MS)
    },
    latest: () => accounts,
    readNow: () => readSince(MIN_GAP_MS),
    async readAgain() {
      const before = begun
      const gapMs = triedMs + MIN_GAP_MS - nowMs()
      if (gapMs > 0) await wait(gapMs)
      while (ended <= before) await loadOnce()
      return accounts
    },
    async record(...added) {
      const atMs = Math.max(nowMs(), ...added.map(leastTimeOf))
      const made = added.map(({ subject, what, content }) => ({ subject, what, content, atMs, id: randomUUID() }))
      await recordAccountEvents(
        store,
        made.map(({ subject, what, id, content }) => keys.seal({ subject, what, id, atNs: nsOfMs(atMs) }, content)),
      )
      own = [...own, ...(made as AccountEvent[])]
      derive()
      return accounts
    },
    async erase(subject) {
      const stored = await listAccountEvents(store, { sessionsFromNs: 0n })
      const about = stored.filter(event => event.subject === subject && event.what !== 'removed')
      await blank(about)
      own = own.filter(event => event.subject !== subject || event.what === 'removed')
      await loadOnce()
    },
    async forgetForeign() {
      const stored = await listAccountEvents(store, { sessionsFromNs: 0n })
      await blank(stored.filter(event => keys.open(event) === undefined))
      await loadOnce()
      return accounts
    },
    async list() {
      const stored = await listAccountEvents(store, {
        sessionsFromNs: nsOfMs(nowMs() - LISTED_MS),
        continuedFromNs: nsOfMs(nowMs()),
      })
      return open(stored)
        .filter(({ what }) => what !== 'session-continued')
        .toReversed()
    },
  }
}
