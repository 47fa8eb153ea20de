import { createContext } from 'react-router'
import type { Config } from '../../config.ts'
import type { Store } from '../../store/store.ts'
import { notFound } from '../url/not-found.ts'
import { type AccountLog, createAccountLog } from './account-log.server.ts'
import { type AttemptLimits, createAttemptLimits } from './attempt-limits.ts'
import { findSessionPerson, listActivePeople, type Person } from './derive-accounts.ts'
import { readSecretKeys } from './read-secret-keys.server.ts'
import { type FoundReader, LOCAL_READER } from './reader.ts'
import type { SecretKeys } from './seal.server.ts'
import { createSessionCookie, SEEN_AGAIN_MS, type SessionCookie } from './session-cookie.server.ts'
import { findTokenReader } from './tokens.server.ts'

/** How readers prove who they are, and what is known of them. One for each process. */
export type Access = OpenAccess | AccountAccess

/** Nobody signs in. */
interface OpenAccess {
  readonly mode: 'none'
  personName(id: string): string | undefined
  listNames(): readonly string[]
  findPeople(text: string): readonly Person[]
  findReader(request: Request): Promise<FoundReader>
}

/** Readers have accounts. */
export interface AccountAccess {
  readonly mode: 'password' | 'oidc' | 'proxy'
  readonly publicUrl: string
  readonly login: Config['login']
  readonly log: AccountLog
  readonly keys: SecretKeys
  readonly cookie: SessionCookie
  readonly attempts: AttemptLimits
  /** As last read; `undefined` for nobody and for removed people. */
  personName(id: string): string | undefined
  /** Names of all who may sign in, in order, at most 500. */
  listNames(): readonly string[]
  /** Those with this name or address. */
  findPeople(text: string): readonly Person[]
  /** @throws {StoreError} When accounts cannot be read. */
  findReader(request: Request): Promise<FoundReader>
}

const OPEN_ACCESS: OpenAccess = {
  mode: 'none',
  personName: () => undefined,
  listNames: () => [],
  findPeople: () => [],
  findReader: async () => ({ reader: LOCAL_READER, cookies: [] }),
}

export const accessContext = createContext<Access>(OPEN_ACCESS)

/** Names that an owner's field suggests. */
const MAX_NAMES = 500

/** @param options.store without a cache: what was just changed must be read */
export function createAccess({ config, store }: { readonly config: Config; readonly store: Store }): Access {
  const { mode } = config.login
  if (mode === 'none') return OPEN_ACCESS
  const keys = readSecretKeys(config)
  const { publicUrl } = config.desk
  const log = createAccountLog({ store, keys })
  const cookie = createSessionCookie(publicUrl, keys.cookies)
  return {
    ...{ mode, publicUrl, login: config.login, log, keys, cookie, attempts: createAttemptLimits() },
    personName: id => log.latest().people.get(id)?.name || undefined,
    listNames: () =>
      [...new Set(listActivePeople(log.latest()).map(({ name }) => name))].toSorted().slice(0, MAX_NAMES),
    findPeople: text => listActivePeople(log.latest()).filter(({ name, email }) => name === text || email === text),
    findReader(request) {
      const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
      return token === undefined ? findSessionReader({ log, cookie }, request) : findTokenReader(log, token, Date.now())
    },
  }
}

/** Of pages that are about accounts. @throws 404 where nobody signs in */
export function requireAccounts(access: Access): AccountAccess {
  if (access.mode === 'none') throw notFound('Nobody signs in here: ERRATA_LOGIN is none.')
  return access
}

/** An older session is known to all desks. Includes what their clocks may differ. */
const JUST_BEGUN_MS = 60_000

/** The person whose session a request's cookie names. */
async function findSessionReader(
  { log, cookie }: Pick<AccountAccess, 'log' | 'cookie'>,
  request: Request,
): Promise<FoundReader> {
  const nowMs = Date.now()
  const sent = await cookie.read(request, nowMs)
  if (sent === undefined) return { reader: undefined, cookies: [] }
  let accounts = await log.read()
  // It began on another desk a moment ago, or ended: without this, whoever is led from one desk to another would be signed out.
  if (!accounts.sessions.has(sent.id) && nowMs - sent.seenMs < JUST_BEGUN_MS) accounts = await log.readAgain()
  const session = accounts.sessions.get(sent.id)
  const person = session && findSessionPerson(accounts, session, nowMs)
  if (person === undefined) return { reader: undefined, cookies: [await cookie.remove()] }
  const { id, name, role } = person
  return {
    reader: { id, name, role, session: sent.id },
    cookies: nowMs - sent.seenMs > SEEN_AGAIN_MS ? [await cookie.write(sent.id, nowMs)] : [],
  }
}
