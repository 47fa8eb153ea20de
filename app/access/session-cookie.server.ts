import { createCookie } from 'react-router'
import { z } from 'zod'
import { SESSION_LIMITS } from './derive-accounts.ts'

/** What the cookie of a session has: which one it is, and when it was last used. It tells nothing of the person. */
export interface SessionCookieContent {
  readonly id: string
  readonly seenMs: number
}

/** The cookie is written again after this time: an idle end to five minutes is exact enough. */
export const SEEN_AGAIN_MS = 300_000

/** Reads and writes the signed cookie of a session. @param publicUrl decides whether the browser sends it over HTTPS alone */
export function createSessionCookie(publicUrl: string, secrets: readonly string[]) {
  const isSecure = publicUrl.startsWith('https:')
  const cookie = createCookie(isSecure ? '__Host-errata' : 'errata_session', {
    ...{ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure },
    secrets: [...secrets],
  })
  return {
    /** @returns `undefined` without one, for one that another key signed, and for one that was idle for too long. */
    async read(request: Request, nowMs: number): Promise<SessionCookieContent | undefined> {
      const { data } = content.safeParse(await cookie.parse(request.headers.get('cookie')))
      return data !== undefined && nowMs - data.seenMs < SESSION_LIMITS.idleMs ? data : undefined
    },
    write: (id: string, nowMs: number) =>
      cookie.serialize({ id, seenMs: nowMs } satisfies SessionCookieContent, { maxAge: SESSION_LIMITS.idleMs / 1000 }),
    remove: () => cookie.serialize('', { maxAge: 0 }),
  }
}

export type SessionCookie = ReturnType<typeof createSessionCookie>

const content = z.object({ id: z.string(), seenMs: z.number() })
