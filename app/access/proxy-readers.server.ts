import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { Config } from '../../config.ts'
import { StoreError } from '../../store/store-error.ts'
import type { AccountLog, NewAccountEvent } from './account-log.server.ts'
import { normalizeAuthor } from './author-cookie.ts'
import type { FoundReader } from './reader.ts'
import { type Identity, identityIn, recognizePerson } from './recognize-person.server.ts'
import type { SecretKeys } from './seal.server.ts'
import type { SignInRefusal } from './sign-in-refusals.ts'

/**
 * Set by server.ts on every request, replacing what a client sent: `1` if it came by a connection of `ERRATA_PROXY_ADDRESSES`. Of other
 * requests server.ts removes the headers of the proxy (server/guards/proxy-headers.ts).
 */
export const TRUSTED_PEER_HEADER = 'x-errata-trusted-peer'

interface ProxyReadersOptions {
  readonly log: AccountLog
  readonly keys: SecretKeys
  readonly login: Config['login']
}

type ProxyLogin = Config['login']['proxy']

/** Log lines about tokens that do not hold: anybody may send them. */
const WARN_EVERY_MS = 60_000
const MAX_SKEW_S = 30

/**
 * Finds the person whom the proxy in front names, by a signed token or by headers of a trusted peer, with the role of their groups now.
 * Stores only what changed: a request of somebody known writes nothing.
 */
export function createProxyReaders({
  log,
  keys,
  login,
}: ProxyReadersOptions): (request: Request) => Promise<FoundReader> {
  const readToken = login.proxy.jwt === undefined ? undefined : createTokenReader(login.proxy.jwt)
  const running = new Map<string, Promise<void>>()

  async function readIdentity(headers: Headers): Promise<Identity | SignInRefusal | undefined> {
    const token = login.proxy.jwt && headers.get(login.proxy.jwt.header)?.replace(/^Bearer\s+/i, '')
    if (token && readToken) return readToken(token)
    return headers.get(TRUSTED_PEER_HEADER) === '1' ? readHeaders(headers, login.proxy.headers) : undefined
  }

  /** Requests that come at once record it once. Who is let in does not depend on whether it could be stored. */
  function record(id: string, events: readonly NewAccountEvent[]): Promise<void> {
    const recording =
      running.get(id) ??
      log
        .record(...events)
        .then(
          () => undefined,
          error => {
            if (!(error instanceof StoreError)) throw error
            console.warn(`What a proxy tells of a person could not be stored: ${error.message}`)
          },
        )
        .finally(() => running.delete(id))
    running.set(id, recording)
    return recording
  }

  return async ({ headers }) => {
    const identity = await readIdentity(headers)
    if (identity === undefined) return NOBODY
    if (typeof identity === 'string') return { ...NOBODY, refused: identity }
    const person = recognizePerson({ keys, login }, await log.read(), identity)
    if ('refused' in person) return { ...NOBODY, refused: person.refused }
    const { id, name, role, events } = person
    if (events.length > 0) await record(id, events)
    return { reader: { id, name, role, session: '', isProgram: false }, cookies: [] }
  }
}

const NOBODY: FoundReader = { reader: undefined, cookies: [] }

function createTokenReader({
  jwksUrl,
  issuer,
  audience,
}: NonNullable<ProxyLogin['jwt']>): (token: string) => Promise<Identity | SignInRefusal> {
  const jwks = createRemoteJWKSet(new URL(jwksUrl))
  const options = {
    ...{ audience, clockTolerance: MAX_SKEW_S, requiredClaims: ['exp', 'sub'] },
    ...(issuer === '' ? {} : { issuer }),
  }
  let warnedMs = Number.NEGATIVE_INFINITY
  return async token => {
    try {
      const { payload } = await jwtVerify(token, jwks, options)
      const { sub = '' } = payload
      return sub === '' ? 'token' : identityIn(payload, { method: 'proxy', issuer: '', sub, groupsClaim: GROUPS_CLAIM })
    } catch (error) {
      if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error // TypeError: of fetch
      if (performance.now() - warnedMs > WARN_EVERY_MS) {
        warnedMs = performance.now()
        console.warn(`A token of the proxy could not be verified: ${error.message}`)
      }
      return 'token'
    }
  }
}

const GROUPS_CLAIM = 'groups'

function readHeaders(headers: Headers, names: ProxyLogin['headers']): Identity | undefined {
  const read = (name: string) => decodeUtf8(headers.get(name)?.trim() ?? '')
  const user = read(names.user)
  if (user === '') return undefined
  return {
    ...{ method: 'proxy', issuer: '', sub: user, email: read(names.email) },
    name: normalizeAuthor(user) || 'nobody',
    groups: splitGroups(read(names.groups)),
    areGroupsWithheld: false,
  }
}

/** By `|` or, without one, `;`, else by commas: distinguished names have commas. */
function splitGroups(text: string): string[] {
  const separator = ['|', ';'].find(each => text.includes(each)) ?? ','
  return text
    .split(separator)
    .map(group => group.trim())
    .filter(group => group !== '')
}

/** Header values are bytes, which arrive as Latin-1; proxies write UTF-8. */
function decodeUtf8(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value // Latin-1 after all.
  }
}
