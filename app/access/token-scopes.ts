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
