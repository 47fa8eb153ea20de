import { createCookie } from 'react-router'
import { z } from 'zod'
import type { SignInChecks } from './identity-provider.server.ts'

/** A sign-in that waits for the identity provider to send the browser back. */
export interface SignInAttempt extends SignInChecks {
  /** Path of the page to lead back to. */
  readonly back: string
}

const ATTEMPT_MS = 600_000
/** A tab that is signed out may begin again and again. */
const MAX_ATTEMPTS = 5
/** All attempts of a browser fit a line of 8 KB: by default nginx refuses requests with a longer one (oidc.test.ts). */
const MAX_BACK_CHARS = 750

/** Keeps each attempt in a signed cookie of its own, so that two tabs can sign in at the same time. They end after ten minutes. */
export function createAttemptCookies(publicUrl: string, secrets: readonly string[]) {
  const isSecure = publicUrl.startsWith('https:')
  // With the prefix no other subdomain can set one, which would sign the reader in as somebody else.
  const prefix = isSecure ? '__Host-errata-attempt-' : 'errata_attempt_'
  const cookieNamed = (name: string) =>
    createCookie(name, {
      ...{ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: ATTEMPT_MS / 1000 },
      secrets: [...secrets],
    })
  const nameOf = (state: string) => prefix + state.slice(0, 12)
  const remove = (name: string) => cookieNamed(name).serialize('', { maxAge: 0 })
  const listSent = (request: Request) =>
    (request.headers.get('cookie') ?? '')
      .split(';')
      .map(pair => pair.split('=', 1)[0]?.trim() ?? '')
      .filter(name => name.startsWith(prefix) && /^[\w-]+$/.test(name))
  return {
    /** @returns `Set-Cookie` values: of the attempt, and of those that are too many */
    async begin(request: Request, { state, nonce, verifier, back }: SignInAttempt, nowMs: number): Promise<string[]> {
      const kept = { state, nonce, verifier, back: back.length > MAX_BACK_CHARS ? '/' : back }
      const cookie = await cookieNamed(nameOf(state)).serialize({
        ...kept,
        untilMs: nowMs + ATTEMPT_MS,
      } satisfies z.output<typeof content>)
      // Browsers send cookies of a path in the order in which they were made (RFC 6265, 5.4).
      const tooMany = listSent(request).slice(0, 1 - MAX_ATTEMPTS)
      return [...(await Promise.all(tooMany.map(remove))), cookie]
    },
    /** @returns `undefined` for an attempt of another browser, or one that ended */
    async read(request: Request, state: string, nowMs: number): Promise<SignInAttempt | undefined> {
      const sent: unknown = await cookieNamed(nameOf(state)).parse(request.headers.get('cookie'))
      const { data } = content.safeParse(sent)
      return data !== undefined && nowMs < data.untilMs && data.state === state ? data : undefined
    },
    end: (state: string): Promise<string> => remove(nameOf(state)),
  }
}

export type AttemptCookies = ReturnType<typeof createAttemptCookies>

const content = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  back: z.string(),
  untilMs: z.number(),
})
