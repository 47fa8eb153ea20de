import type { AccountEvent, SignInMethod } from './account-event.ts'
import { lesserRole, type Role } from './roles.ts'

/** A person as the events tell. */
export interface Person {
  readonly id: string
  /** '' once removed. */
  readonly name: string
  readonly email: string
  readonly method: SignInMethod
  /** Of the identity provider; '' for people with a password. */
  readonly issuer: string
  readonly sub: string
  readonly role: Role
  readonly passwordHash: string
  readonly isDisabled: boolean
  readonly isRemoved: boolean
  /** Sessions that began before have ended; Unix milliseconds, 0 for none. */
  readonly sessionsFromMs: number
}

export interface Session {
  readonly id: string
  readonly person: string
  readonly method: SignInMethod
  readonly startedMs: number
  /** When the provider last confirmed the person. */
  readonly confirmedMs: number
  readonly refreshToken: string
}

export interface Token {
  readonly id: string
  readonly owner: string
  readonly name: string
  readonly secretHash: string
  readonly role: Role
  readonly scopes: readonly string[]
  readonly madeMs: number
  readonly untilMs: number
  /** To the hour; `undefined` if never. */
  readonly usedMs: number | undefined
}

export interface Invitation {
  readonly id: string
  readonly by: string
  readonly secretHash: string
  readonly role: Role
  readonly note: string
  readonly madeMs: number
  readonly untilMs: number
  /** The person whose password it sets; '' for a new person. */
  readonly person: string
}

/** All that holds now, by id. */
export interface Accounts {
  readonly people: ReadonlyMap<string, Person>
  /** Those that were not ended; whether one has expired is up to who asks. */
  readonly sessions: ReadonlyMap<string, Session>
  readonly tokens: ReadonlyMap<string, Token>
  readonly invitations: ReadonlyMap<string, Invitation>
}

export const NO_ACCOUNTS: Accounts = {
  people: new Map(),
  sessions: new Map(),
  tokens: new Map(),
  invitations: new Map(),
}

/**
 * Derives what holds from all events, in any order and however often each is repeated.
 *
 * Of two events of a type about one subject the later holds, by time, then by id. What ends something ends it whatever comes later: a
 * session, a token, an invitation, a person.
 */
export function deriveAccounts(events: Iterable<AccountEvent>): Accounts {
  const ordered = [...new Map(Array.from(events, event => [keyOf(event), event])).values()].toSorted(inOrder)
  const bySubject = Map.groupBy(ordered, ({ subject }) => subject)
  const all = [...bySubject].map(([id, own]) => ({ id, last: lastOfEachType(own) }))
  return {
    people: index(all, derivePerson),
    sessions: index(all, deriveSession),
    tokens: index(all, deriveToken),
    invitations: index(all, deriveInvitation),
  }
}

type LastEvents = { readonly [Event in AccountEvent as Event['what']]?: Event }

const keyOf = ({ subject, atMs, id, what }: AccountEvent) => JSON.stringify([subject, atMs, id, what])

const inOrder = (one: AccountEvent, other: AccountEvent) =>
  one.atMs - other.atMs || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)

const lastOfEachType = (events: readonly AccountEvent[]): LastEvents =>
  Object.fromEntries(events.map(event => [event.what, event]))

function index<Subject>(
  all: readonly { id: string; last: LastEvents }[],
  derive: (id: string, last: LastEvents) => Subject | undefined,
): Map<string, Subject> {
  return new Map(
    all.flatMap(({ id, last }): [string, Subject][] => {
      const subject = derive(id, last)
      return subject === undefined ? [] : [[id, subject]]
    }),
  )
}

function derivePerson(id: string, last: LastEvents): Person | undefined {
  const { person, removed } = last
  if (person === undefined && removed === undefined) return undefined
  const isRemoved = removed !== undefined
  const { name = '', email = '', method = 'password', issuer = '', sub = '' } = isRemoved ? {} : (person?.content ?? {})
  return {
    id,
    ...{ name, email, method, issuer, sub, isRemoved },
    role: last.role?.content.role ?? 'viewer',
    passwordHash: isRemoved ? '' : (last.password?.content.hash ?? ''),
    isDisabled: isRemoved || (last.disabled?.content.disabled ?? false),
    // Of who was disabled and is enabled again, too: what made somebody disable them may have been a session.
    sessionsFromMs: Math.max(last['signed-out-everywhere']?.atMs ?? 0, last.disabled?.atMs ?? 0),
  }
}

function deriveSession(id: string, last: LastEvents): Session | undefined {
  const started = last['session-started']
  if (started === undefined || last['session-ended'] !== undefined) return undefined
  const continued = last['session-continued']
  const { person, method, refreshToken } = started.content
  return {
    id,
    ...{ person, method },
    startedMs: started.atMs,
    confirmedMs: Math.max(started.atMs, continued?.atMs ?? 0),
    refreshToken: continued?.content.refreshToken ?? refreshToken,
  }
}

function deriveToken(id: string, last: LastEvents): Token | undefined {
  const made = last['token-made']
  if (made === undefined || last['token-ended'] !== undefined) return undefined
  const { owner, name, secretHash, role, scopes, untilMs } = made.content
  return { id, owner, name, secretHash, role, scopes, untilMs, madeMs: made.atMs, usedMs: last['token-used']?.atMs }
}

function deriveInvitation(id: string, last: LastEvents): Invitation | undefined {
  const { invited } = last
  if (invited === undefined || last['invitation-ended'] !== undefined) return undefined
  const { by, secretHash, role, note, untilMs, person } = invited.content
  return { id, by, secretHash, role, note, untilMs, person, madeMs: invited.atMs }
}

/** The person, if they may do anything: neither unknown, disabled nor removed. */
export function findActivePerson({ people }: Accounts, id: string): Person | undefined {
  const person = people.get(id)
  return person === undefined || person.isDisabled ? undefined : person
}

/** True for a person who administers where people sign in by password: there nobody else could. */
export const administersByPassword = ({ role, isDisabled, passwordHash }: Person): boolean =>
  role === 'admin' && !isDisabled && passwordHash !== ''

/** Those who may sign in. */
export const listActivePeople = ({ people }: Accounts): Person[] =>
  [...people.values()].filter(({ isDisabled }) => !isDisabled)

/**
 * True if the link of an invitation can be used: not after its time, nor when who made it may invite nobody any more, nor for the password
 * of somebody who may not sign in.
 */
export function isOpenInvitation(accounts: Accounts, { by, untilMs, person }: Invitation, nowMs: number): boolean {
  const mayInvite = by === '' || findActivePerson(accounts, by)?.role === 'admin'
  return nowMs < untilMs && mayInvite && (person === '' || findActivePerson(accounts, person) !== undefined)
}

/** The role of a token, which is never more than its owner's; `undefined` if it is no longer valid. */
export function findTokenRole(accounts: Accounts, token: Token, nowMs: number): Role | undefined {
  if (nowMs >= token.untilMs) return undefined
  if (token.owner === '') return token.role
  const owner = findActivePerson(accounts, token.owner)
  return owner === undefined ? undefined : lesserRole(token.role, owner.role)
}

/** Limits of a session, in milliseconds. */
export const SESSION_LIMITS = {
  /** Without a request. */
  idleMs: 12 * 3_600_000,
  absoluteMs: { password: 14 * 24 * 3_600_000, oidc: 24 * 3_600_000, proxy: 0 },
} as const

/** The person of a session that has neither ended nor expired. Its idle time is known only with its cookie. */
export function findSessionPerson(accounts: Accounts, session: Session, nowMs: number): Person | undefined {
  if (nowMs - session.startedMs >= SESSION_LIMITS.absoluteMs[session.method]) return undefined
  const person = findActivePerson(accounts, session.person)
  return person === undefined || session.startedMs < person.sessionsFromMs ? undefined : person
}
