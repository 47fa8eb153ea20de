import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider'

/** What the provider knows of a person, by subject. */
export interface ProviderPerson {
  readonly name: string
  readonly email: string
  readonly groups: readonly string[]
}

export interface RunningProvider extends AsyncDisposable {
  readonly issuer: string
  /** May be changed at any time. */
  readonly people: Map<string, ProviderPerson>
  /** Subject of whoever sits before the browser; '' for somebody who refuses to sign in. */
  atBrowser: string
  /** Requests to its token endpoint so far. */
  readonly tokenRequests: number
  /** Stops listening; it forgets nothing. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

interface ProviderOptions {
  readonly port: number
  /** Address of the desk. */
  readonly publicUrl: string
  /** The only way in which the client may authenticate; `none` is a client without a secret. @default client_secret_basic */
  readonly clientAuth?: 'client_secret_basic' | 'client_secret_post' | 'none'
  /** @default true */
  readonly hasRefreshTokens?: boolean
}

export const CLIENT = { id: 'errata', secret: 'the secret of the client, as registered' }

/** Runs a real OpenID Connect provider on loopback: PKCE required, claims at the userinfo endpoint, refresh tokens of one use. */
export async function startIdentityProvider({
  port,
  publicUrl,
  clientAuth = 'client_secret_basic',
  hasRefreshTokens = true,
}: ProviderOptions): Promise<RunningProvider> {
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, ProviderPerson>()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        ...(clientAuth === 'none' ? {} : { client_secret: CLIENT.secret }),
        token_endpoint_auth_method: clientAuth,
        redirect_uris: [`${publicUrl}/sign-in/callback`],
        post_logout_redirect_uris: [`${publicUrl}/sign-in?signed-out=1`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    adapter: keepInMemory(),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key that signs the cookies of this provider'] },
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    clientAuthMethods: [clientAuth],
    issueRefreshToken: async () => hasRefreshTokens,
    rotateRefreshToken: true,
    findAccount: (_, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: async () => ({ sub, ...person, groups: [...person.groups] }) }
    },
    // Nobody is asked for consent.
    async loadExistingGrant(context) {
      const { client, session } = context.oidc
      const grant = new context.oidc.provider.Grant({
        ...(client && { clientId: client.clientId }),
        ...(session?.accountId !== undefined && { accountId: session.accountId }),
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    ttl: {
      ...{ AccessToken: 3_600, AuthorizationCode: 60, Grant: 86_400, IdToken: 3_600, Interaction: 600 },
      ...{ RefreshToken: 86_400, Session: 86_400 },
    },
  })
  let tokenRequests = 0
  const running = {
    issuer,
    people,
    atBrowser: '',
    get tokenRequests() {
      return tokenRequests
    },
    async goAway() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
    async comeBack() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    [Symbol.asyncDispose]: () => running.goAway(),
  }
  const respond = provider.callback()
  async function interact(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { atBrowser } = running
    await provider.interactionFinished(
      req,
      res,
      atBrowser === ''
        ? { error: 'access_denied', error_description: 'Cancelled by the person' }
        : { login: { accountId: atBrowser } },
    )
  }
  const server = createServer((req, res) => {
    if (req.url === '/token') tokenRequests++
    if (req.url?.startsWith('/interaction/')) interact(req, res).catch(error => res.writeHead(500).end(String(error)))
    else respond(req, res)
  })
  await running.comeBack()
  return running
}

/** What the package would use without an adapter, after a warning. */
function keepInMemory(): new (model: string) => Adapter {
  const all = new Map<string, AdapterPayload>()
  return class implements Adapter {
    readonly #key: (id: string) => string
    constructor(model: string) {
      this.#key = id => `${model} ${id}`
    }
    async upsert(id: string, payload: AdapterPayload) {
      all.set(this.#key(id), payload)
    }
    async find(id: string) {
      return all.get(this.#key(id))
    }
    async findByUid(uid: string) {
      return [...all.values()].find(payload => payload.kind === 'Session' && payload.uid === uid)
    }
    findByUserCode = async () => undefined
    async consume(id: string) {
      const payload = all.get(this.#key(id))
      if (payload !== undefined) payload['consumed'] = Math.floor(Date.now() / 1000)
    }
    async destroy(id: string) {
      all.delete(this.#key(id))
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, payload] of all) if (payload.grantId === grantId) all.delete(key)
    }
  }
}

/**
 * Follows redirects as a browser with cookies does, as long as they lead to the provider.
 *
 * @returns where the provider sends the browser back to
 */
export async function signInAtProvider(url: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = new URL(url)
  while (next.origin === new URL(issuer).origin) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split(/=(.*)/s) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${next} answered ${response.status}: ${await response.text()}`)
    next = new URL(location, next)
  }
  return next
}
