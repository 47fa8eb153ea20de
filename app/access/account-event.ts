import { z } from 'zod'
import { ROLES } from './roles.ts'

const role = z.enum(ROLES)
const timeMs = z.number().int().nonnegative()
/** Who did it: the id of a person or token; '' for Errata itself, as at a first start. */
const by = z.string()

/** How a person or session proved who it is. */
export const SIGN_IN_METHODS = ['password', 'oidc', 'proxy'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]
const method = z.enum(SIGN_IN_METHODS)

/**
 * The content of each type of account event, by type. The subject is a person's id for all but `invited`, `invitation-ended` (an
 * invitation), `session-…` (a session) and `token-…` (a token). Of the same type and subject the last one holds, by time, then by id.
 */
export const ACCOUNT_EVENTS = {
  /** Adds a person, or changes name and address. Identity providers' people have `issuer` and `sub`, which identify them. */
  person: z.object({
    by,
    name: z.string(),
    email: z.string(),
    method,
    issuer: z.string().default(''),
    sub: z.string().default(''),
  }),
  role: z.object({ by, role }),
  /** A PHC string; '' removes the password. */
  password: z.object({ by, hash: z.string() }),
  /** Nobody signs in as a disabled person, and their sessions and tokens are refused. */
  disabled: z.object({ by, disabled: z.boolean() }),
  /** All sessions that began before have ended. */
  'signed-out-everywhere': z.object({ by }),
  /** Ends the account for good; other events of the person are replaced by `erased` ones. */
  removed: z.object({ by }),
  erased: z.object({}),
  /** A link that makes an account, or with `person` sets a new password. */
  invited: z.object({
    by,
    secretHash: z.string(),
    role,
    note: z.string(),
    untilMs: timeMs,
    person: z.string().default(''),
  }),
  'invitation-ended': z.object({ by, person: z.string().default('') }),
  'session-started': z.object({
    person: z.string(),
    method,
    /** The provider's refresh token, to ask it again whether the person may still sign in; '' for none. */
    refreshToken: z.string().default(''),
  }),
  /** The provider confirmed the person again. */
  'session-continued': z.object({ refreshToken: z.string() }),
  'session-ended': z.object({ by }),
  'token-made': z.object({
    by,
    /** The person who owns it; '' for a service. It ends when they lose access, and never has more than their role. */
    owner: z.string(),
    name: z.string(),
    secretHash: z.string(),
    role,
    scopes: z.array(z.string()),
    untilMs: timeMs,
  }),
  'token-used': z.object({}),
  'token-ended': z.object({ by }),
  'sql-user': z.object({ by, name: z.string(), untilMs: timeMs }),
} as const

export type AccountEventType = keyof typeof ACCOUNT_EVENTS

/** An event whose content was read. */
export type AccountEvent = {
  [What in AccountEventType]: {
    readonly subject: string
    readonly atMs: number
    readonly id: string
    readonly what: What
    readonly content: Readonly<z.output<(typeof ACCOUNT_EVENTS)[What]>>
  }
}[AccountEventType]

/** @returns `undefined` for an unknown type or other content: a newer version may have written it. */
export function parseAccountEvent(
  { subject, atMs, id, what }: { subject: string; atMs: number; id: string; what: string },
  content: unknown,
): AccountEvent | undefined {
  if (!Object.hasOwn(ACCOUNT_EVENTS, what)) return undefined
  const type = what as AccountEventType
  const read = ACCOUNT_EVENTS[type].safeParse(content)
  return read.success ? ({ subject, atMs, id, what: type, content: read.data } as AccountEvent) : undefined
}
