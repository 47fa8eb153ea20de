import * as oidc from 'openid-client'
import type { Config } from '../../config.ts'
import type { Claims } from './read-claims.ts'

/** The OpenID Connect provider of `ERRATA_OIDC_ISSUER`. Asked nothing before somebody signs in. */
export interface IdentityProvider {
  /** Where a browser goes to sign in. @throws {ProviderError} `unreachable` */
  startUrl(checks: SignInChecks): Promise<URL>
  /**
   * Exchanges the code with which the provider sent a browser back.
   *
   * @param search of that URL
   * @throws {ProviderError} Any kind but `ended`.
   */
  exchangeCode(search: string, checks: SignInChecks): Promise<Grant & { readonly claims: Claims }>
  /**
   * Asks again for a person who signed in before.
   *
   * @returns without claims if the provider only confirms them
   * @throws {ProviderError} `ended` if the provider no longer lets the person in, otherwise `unreachable`.
   */
  refresh(refreshToken: string, sub: string): Promise<Grant>
  /** Where a browser goes to sign out there too; `undefined` if the provider has no such page or cannot be reached. */
  endUrl(): Promise<string | undefined>
}

/** What ties an answer to one attempt: against forged, replayed and swapped answers. */
export interface SignInChecks {
  readonly state: string
  readonly nonce: string
  /** The secret of PKCE (RFC 7636), of which the provider first sees a hash. */
  readonly verifier: string
}

export interface Grant {
  /** Of the ID token and, where that lacks some, of the userinfo endpoint. */
  readonly claims: Claims | undefined
  /** '' for none. */
  readonly refreshToken: string
}

/** The provider did not answer as it should. The message is for the log; it has no code, token or state. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly kind: 'unreachable' | 'denied' | 'invalid' | 'ended'
  constructor(kind: ProviderError['kind'], cause: unknown) {
    super(describe(cause), { cause })
    this.kind = kind
  }
}

interface ProviderOptions {
  readonly login: Config['login']['oidc']
  readonly publicUrl: string
  readonly nowMs: () => number
}

export const CALLBACK_PATH = '/sign-in/callback'

const TIMEOUT_S = 5
/** Answers to a refresh token that ask for a new sign-in, or forbid one: RFC 6749, 5.2, and OpenID Connect Core, 3.1.2.6. */
const ENDING = ['invalid_grant', 'interaction_required', 'login_required', 'access_denied']
/** Providers change their metadata rarely; keys are read again by themselves when an unknown one is used. */
const METADATA_MS = 3_600_000
/** While the provider is down, not every reader waits for the timeout. */
const RETRY_MS = 5_000

export function createIdentityProvider({ login, publicUrl, nowMs }: ProviderOptions): IdentityProvider {
  const redirectUri = publicUrl + CALLBACK_PATH
  const discover = keepFresh(() => discoverProvider(login), nowMs)

  /** Asks the userinfo endpoint if the ID token lacks what is needed: providers differ in where they put it. */
  async function readClaims(config: oidc.Configuration, tokens: Tokens, sub: string): Promise<Claims | undefined> {
    const claims = tokens.claims()
    const needed = ['email', 'name', login.groupsClaim.split('.', 1)[0] ?? '', login.groupsClaim]
    const isComplete = claims !== undefined && needed.slice(0, 2).every(name => name in claims)
    const hasGroups = claims !== undefined && needed.slice(2).some(name => name in claims)
    if ((isComplete && hasGroups) || config.serverMetadata().userinfo_endpoint === undefined) return claims
    return { ...(await oidc.fetchUserInfo(config, tokens.access_token, sub)), ...claims }
  }

  return {
    async startUrl({ state, nonce, verifier }) {
      const config = await discover()
      return oidc.buildAuthorizationUrl(config, {
        ...{ redirect_uri: redirectUri, scope: login.scopes, state, nonce },
        ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      })
    },
    async exchangeCode(search, { state, nonce, verifier }) {
      const config = await discover()
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
        const tokens = await oidc.authorizationCodeGrant(config, new URL(redirectUri + search), checks)
        const sub = tokens.claims()?.sub ?? ''
        return { claims: (await readClaims(config, tokens, sub)) ?? {}, refreshToken: tokens.refresh_token ?? '' }
      } catch (error) {
        throw new ProviderError(kindOf(error), error)
      }
    },
    async refresh(refreshToken, sub) {
      const config = await discover()
      try {
        const tokens = await oidc.refreshTokenGrant(config, refreshToken)
        const refreshed = tokens.claims()
        if (refreshed !== undefined && refreshed.sub !== sub)
          throw new ProviderError('ended', new Error('The refreshed ID token is of another person'))
        // The person is confirmed, and the new token must not be lost: the old one may have had only one use.
        const claims = await readClaims(config, tokens, sub).catch(error => {
          console.warn(`The userinfo endpoint of the identity provider failed: ${describe(error)}`)
          return undefined
        })
        return { claims, refreshToken: tokens.refresh_token ?? refreshToken }
      } catch (error) {
        if (error instanceof ProviderError) throw error
        throw new ProviderError(ENDING.some(code => hasCode(error, code)) ? 'ended' : 'unreachable', error)
      }
    },
    async endUrl() {
      try {
        const config = await discover()
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined
        // Without a hint of who: an ID token is not stored for that. Providers then ask whether to sign out.
        return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${publicUrl}/sign-in?signed-out=1` }).href
      } catch (error) {
        console.warn(`Nobody can be signed out at the identity provider: ${describe(error)}`)
        return undefined
      }
    },
  }
}

type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers

async function discoverProvider({ issuer, clientId, clientSecret }: Config['login']['oidc']) {
  const url = new URL(issuer)
  const isEncrypted = url.protocol === 'https:'
  const config = await oidc.discovery(url, clientId, {}, authenticateBy(clientSecret), {
    timeout: TIMEOUT_S,
    // Whoever configured http:// wants it; a provider with https:// may not lead there.
    execute: isEncrypted ? [] : [oidc.allowInsecureRequests],
  })
  // Verifies signatures of ID tokens, which the specification leaves to TLS otherwise.
  oidc.enableNonRepudiationChecks(config)
  oidc.buildAuthorizationUrl(config, {}) // Throws without a usable page to sign in.
  return config
}

/** By HTTP Basic, the default of the specification, unless the provider accepts only the other way; without a secret as a public client. */
function authenticateBy(secret: string): oidc.ClientAuth {
  if (secret === '') return oidc.None()
  return (server, ...rest) => {
    const accepted = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = accepted.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    return method(secret)(server, ...rest)
  }
}

/** Reads once at a time, keeps what was read for an hour, for longer while reading fails, and a failure for five seconds. */
function keepFresh<Value>(read: () => Promise<Value>, nowMs: () => number): () => Promise<Value> {
  let known: { readonly value: Value; readonly atMs: number } | undefined
  let failed: { readonly error: ProviderError; readonly atMs: number } | undefined
  let reading: Promise<void> | undefined
  const readOnce = () => {
    reading ??= read()
      .then(
        value => {
          known = { value, atMs: nowMs() }
          failed = undefined
        },
        error => {
          failed = { error: new ProviderError('unreachable', error), atMs: nowMs() }
          console.warn(`The identity provider cannot be used: ${failed.error.message}`)
        },
      )
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  return async () => {
    const isFresh = known !== undefined && nowMs() - known.atMs < METADATA_MS
    const failedLately = failed !== undefined && nowMs() - failed.atMs < RETRY_MS
    if (!isFresh && !failedLately) await readOnce()
    if (known !== undefined) return known.value
    throw failed?.error ?? new ProviderError('unreachable', undefined)
  }
}

function kindOf(error: unknown): ProviderError['kind'] {
  if (error instanceof oidc.AuthorizationResponseError) return 'denied'
  const isAway =
    hasCode(error, 'OAUTH_TIMEOUT') ||
    (error instanceof TypeError && !('code' in error)) || // of fetch
    (error instanceof Error && error.cause instanceof Response && error.cause.status >= 500)
  return isAway ? 'unreachable' : 'invalid'
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof oidc.ResponseBodyError
    ? error.error === code
    : error instanceof Error && 'code' in error && error.code === code

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  const told =
    error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError
      ? ` (${[error.error, error.error_description].filter(Boolean).join(': ')})`
      : ''
  const inner = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return error.message + told + inner
}
