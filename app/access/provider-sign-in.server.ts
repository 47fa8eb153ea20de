import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { AccountAccess, ProviderAccess } from './access.server.ts'
import { ProviderError } from './identity-provider.server.ts'
import { identityIn, recognizePerson } from './recognize-person.server.ts'
import { endSession, startSession } from './sign-in.server.ts'
import type { SignInRefusal } from './sign-in-refusals.ts'

/**
 * Begins a sign-in at the identity provider: authorization code with PKCE, state and nonce.
 *
 * @param back a path of this site
 * @returns where the browser goes, and cookies to set
 * @throws {ProviderError} `unreachable`
 */
export async function beginProviderSignIn(
  { provider, attemptCookies }: ProviderAccess,
  request: Request,
  back: string,
): Promise<{ readonly url: string; readonly cookies: readonly string[] }> {
  const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), back }
  const url = await provider.startUrl(attempt)
  return { url: url.href, cookies: await attemptCookies.begin(request, attempt, Date.now()) }
}

/** Cookies to set, and where to lead back, or why nobody was signed in. */
export interface FinishedSignIn {
  readonly back: string
  readonly cookies: readonly string[]
  readonly refused?: SignInRefusal
}

/**
 * Ends a sign-in with what the provider sent the browser back with, and begins a session. The person is known by issuer and subject; role,
 * name and address are those that the provider tells now.
 *
 * @throws {StoreError} When the session may not have been stored.
 */
export async function finishProviderSignIn(
  access: AccountAccess & ProviderAccess,
  request: Request,
  search: string,
): Promise<FinishedSignIn> {
  const state = new URLSearchParams(search).get('state') ?? ''
  const attempt = await access.attemptCookies.read(request, state, Date.now())
  if (attempt === undefined) return { back: '/', cookies: [], refused: 'attempt' }
  const { back } = attempt
  const ended = await access.attemptCookies.end(state)
  const refuse = (refused: SignInRefusal) => ({ back, cookies: [ended], refused })
  const answer = await access.provider.exchangeCode(search, attempt).catch(toRefusal)
  if (typeof answer === 'string') return refuse(answer)
  const { claims, refreshToken } = answer
  const { iss, sub } = claims
  if (typeof iss !== 'string' || typeof sub !== 'string') return refuse('invalid')
  const { groupsClaim } = access.login.oidc
  const identity = identityIn(claims, { method: 'oidc', issuer: iss, sub, groupsClaim })
  const person = recognizePerson(access, await access.log.readNow(), identity)
  if ('refused' in person) return refuse(person.refused)
  const session = await startSession(access, { person: person.id, method: 'oidc', refreshToken }, ...person.events)
  // That which this browser had, if any: it would go on without anybody knowing.
  await endSession(access, request)
  return { back, cookies: [ended, session] }
}

/**
 * Ends the session of a request.
 *
 * @returns the cookie that removes it, and where the browser signs out at the provider too, if it signed in there
 */
export async function signOut(
  access: AccountAccess,
  request: Request,
): Promise<{ readonly cookie: string; readonly providerUrl: string | undefined }> {
  const sent = await access.cookie.read(request, Date.now())
  const session = (await access.log.readNow()).sessions.get(sent?.id ?? '')
  const cookie = await endSession(access, request)
  return { cookie, providerUrl: session?.method === 'oidc' ? await access.oidc?.provider.endUrl() : undefined }
}

function toRefusal(error: unknown): SignInRefusal {
  if (!(error instanceof ProviderError) || error.kind === 'ended') throw error
  console.warn(`A sign-in failed: ${error.message}`)
  return error.kind
}
