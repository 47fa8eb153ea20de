import type { Role } from './roles.ts'

/** What a token may be used for, each including those before it. It is never more than its owner may do. */
export const TOKEN_SCOPES = {
  read: 'Read everything',
  triage: 'Read, and act on issues',
  admin: 'Everything that its owner may do',
} as const

export type TokenScope = keyof typeof TOKEN_SCOPES

/** The scope that a token needs for what needs a role. */
export const SCOPES_OF_ROLES = { viewer: 'read', triager: 'triage', admin: 'admin' } as const satisfies Record<
  Role,
  TokenScope
>

export const isTokenScope = (text: string): text is TokenScope => Object.hasOwn(TOKEN_SCOPES, text)

export const MAX_TOKEN_NAME_CHARS = 60
export const MAX_TOKEN_DAYS = 365

/** @returns Why such a token is not made, as a sentence; `undefined` if it may be. */
export function refuseToken({ name, days }: { readonly name: string; readonly days: number }): string | undefined {
  if (name === '' || name.length > MAX_TOKEN_NAME_CHARS)
    return `A token needs a name of at most ${MAX_TOKEN_NAME_CHARS} characters.`
  if (!Number.isInteger(days) || days < 1 || days > MAX_TOKEN_DAYS)
    return `A token expires after 1 to ${MAX_TOKEN_DAYS} days.`
  return undefined
}
