import { createContext } from 'react-router'
import type { Config } from '../../config.ts'
import type { Store } from '../../store/store.ts'
import { notFound } from '../url/not-found.ts'
import { type AccountLog, createAccountLog } from './account-log.server.ts'
import { type AttemptCookies, createAttemptCookies } from './attempt-cookies.server.ts'
import { type AttemptLimits, createAttemptLimits } from './attempt-limits.ts'
import { createSessionConfirmer } from './confirm-session.server.ts'
import { findSessionPerson, listActivePeople, type Person, type Session } from './derive-accounts.ts'
import { createIdentityProvider, type IdentityProvider } from './identity-provider.server.ts'
import { createProxyReaders } from './proxy-readers.server.ts'
import { readSecretKeys } from './read-secret-keys.server.ts'
import { type FoundReader, LOCAL_READER, type Reader } from './reader.ts'
import { isSameSecret, type SecretKeys } from './seal.server.ts'
import { createSessionCookie, SEEN_AGAIN_MS, type SessionCookie } from './session-cookie.server.ts'
import { findTokenReader, TOKEN_PREFIX } from './tokens.server.ts'

/** How readers prove who they are, and what is known of them. One for each process. */
export type Access = OpenAccess | AccountAccess

/** Nobody signs in. */
interface OpenAccess {
  readonly mode: 'none'
  personName(id: string): string | undefined
  listNames(): readonly string[]
  findPeople(text: string): readonly Person[]
  findReader(request: Request): Promise<FoundReader>
  findProgram(request: Request): Promise<Reader | undefined>
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
  /** `undefined` unless people sign in at an identity provider. */
  readonly oidc: ProviderAccess | undefined
  /** As last read; `undefined` for nobody and for removed people. */
  personName(id: string): string | undefined
  /** Names of all who may sign in, in order, at most 500. */
  listNames(): readonly string[]
  /** Those with this name or address. */
  findPeople(text: string): readonly Person[]
  /** @throws {StoreError} When accounts cannot be read. */
  findReader(request: Request): Promise<FoundReader>
  /**
   * The reader of a request to the API, by its token alone: no cookie and no header of a proxy is read.
   *
   * @throws {StoreError} When accounts cannot be read.
   */
  findProgram(request: Request): Promise<Reader | undefined>
}

export interface ProviderAccess {
  readonly provider: IdentityProvider
  readonly attemptCookies: AttemptCookies
}

const OPEN_ACCESS: OpenAccess = {
  mode: 'none',
  personName: () => undefined,
  listNames: () => [],
  findPeople: () => [],
  findReader: async () => ({ reader: LOCAL_READER, cookies: [] }),
  findProgram: async () => LOCAL_READER,
}

export const accessContext = createContext<Access>(OPEN_ACCESS)

/** A command on a machine of the desk: `npm start`, `npx errata check`. */
const LOCAL_COMMAND: FoundReader = {
  reader: { id: '', name: '', role: 'viewer', session: '', isProgram: true },
  cookies: [],
}

/** Names that an owner's field suggests. */
const MAX_NAMES = 500

interface AccessOptions {
  readonly config: Config
  /** Without a cache: what was just changed must be read. */
  readonly store: Store
  /** @default Date.now */
  readonly nowMs?: () => number
}

export function createAccess({ config, store, nowMs = Date.now }: AccessOptions): Access {
  const { login } = config
  const { mode } = login
  if (mode === 'none') return OPEN_ACCESS
  const { keys, localTokens } = readSecretKeys(config)
  const { publicUrl } = config.desk
  const log = createAccountLog({ store, keys, nowMs })
  const cookie = createSessionCookie(publicUrl, keys.cookies)
  const oidc =
    mode === 'oidc'
      ? {
          provider: createIdentityProvider({ login: login.oidc, publicUrl, nowMs }),
          attemptCookies: createAttemptCookies(publicUrl, keys.cookies),
        }
      : undefined
  const confirm =
    oidc === undefined ? async () => true : createSessionConfirmer({ log, keys, login, provider: oidc.provider, nowMs })
  const findBySession = (request: Request) => findSessionReader({ log, cookie, confirm, nowMs }, request)
  const isLocal = (token: string) => localTokens.some(local => isSameSecret(local, token))
  const findUnnamed = mode === 'proxy' ? createProxyReaders({ log, keys, login }) : findBySession
  return {
    ...{ mode, publicUrl, login, log, keys, cookie, oidc, attempts: createAttemptLimits() },
    personName: id => log.latest().people.get(id)?.name || undefined,
    listNames: () =>
      [...new Set(listActivePeople(log.latest()).map(({ name }) => name))].toSorted().slice(0, MAX_NAMES),
    findPeople: text => listActivePeople(log.latest()).filter(({ name, email }) => name === text || email === text),
    async findReader(request) {
      const token = readBearer(request)
      if (token !== undefined && isLocal(token)) return LOCAL_COMMAND
      // A proxy may send a token of the identity provider in this header.
      const isOurs = token !== undefined && (mode !== 'proxy' || token.startsWith(TOKEN_PREFIX))
      return isOurs ? findTokenReader(log, token, nowMs()) : findUnnamed(request)
    },
    async findProgram(request) {
      const token = readBearer(request)
      if (token === undefined) return undefined
      return isLocal(token) ? LOCAL_COMMAND.reader : (await findTokenReader(log, token, nowMs())).reader
    },
  }
}

const readBearer = ({ headers }: Request) => /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]

/** Narrows the access for pages about accounts. @throws 404 where nobody signs in */
export function requireAccounts(access: Access): AccountAccess {
  if (access.mode === 'none') throw notFound('Nobody signs in here: ERRATA_LOGIN is none.')
  return access
}

/** Narrows the access for pages about the identity provider. @throws 404 where people do not sign in there */
export function requireProvider(access: Access): AccountAccess & ProviderAccess {
  const accounts = requireAccounts(access)
  if (accounts.oidc === undefined) throw notFound('Nobody signs in by an identity provider here.')
  return { ...accounts, ...accounts.oidc }
}

interface SessionReaderOptions extends Pick<AccountAccess, 'log' | 'cookie'> {
  /** False for a session that must not be used now. */
  readonly confirm: (session: Session) => Promise<boolean>
  readonly nowMs: () => number
}

/** An older session is known to all desks. Includes what their clocks may differ. */
const JUST_BEGUN_MS = 60_000

/** The person whose session a request's cookie names. */
async function findSessionReader(
  { log, cookie, confirm, nowMs }: SessionReaderOptions,
  request: Request,
): Promise<FoundReader> {
  const sent = await cookie.read(request, nowMs())
  if (sent === undefined) return { reader: undefined, cookies: [] }
  let accounts = await log.read()
  // It began on another desk a moment ago, or ended: without this, whoever is led from one desk to another would be signed out.
  if (!accounts.sessions.has(sent.id) && nowMs() - sent.seenMs < JUST_BEGUN_MS) accounts = await log.readAgain()
  const session = accounts.sessions.get(sent.id)
  const isUsable =
    session !== undefined &&
    findSessionPerson(accounts, session, nowMs()) !== undefined &&
    (await confirm(session).then(isConfirmed => isConfirmed || 'later'))
  if (isUsable === 'later') return { reader: undefined, cookies: [] }
  // Confirming it may have ended it, or changed the person.
  const confirmed = isUsable ? log.latest().sessions.get(sent.id) : undefined
  const person = confirmed && findSessionPerson(log.latest(), confirmed, nowMs())
  if (person === undefined) return { reader: undefined, cookies: [await cookie.remove()] }
  const { id, name, role } = person
  return {
    reader: { id, name, role, session: sent.id, isProgram: false },
    cookies: nowMs() - sent.seenMs > SEEN_AGAIN_MS ? [await cookie.write(sent.id, nowMs())] : [],
  }
}
