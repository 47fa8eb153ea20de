import { randomUUID } from 'node:crypto'
import PQueue from 'p-queue'
import type { AccountAccess } from './access.server.ts'
import type { SignInMethod } from './account-event.ts'
import type { NewAccountEvent } from './account-log.server.ts'
import { type Accounts, findActivePerson, type Invitation, isOpenInvitation, type Person } from './derive-accounts.ts'
import { hashPassword, verifyPassword } from './passwords.server.ts'
import { findPersonId, normalizeEmail } from './person-id.server.ts'
import type { Role } from './roles.ts'
import { hashSecret, makeSecret } from './seal.server.ts'

/** The id of the person who signs in by this address and a password. */
export const passwordPersonId = (access: Pick<AccountAccess, 'keys'>, accounts: Accounts, email: string): string =>
  findPersonId(access, accounts, 'password', normalizeEmail(email))

/** The one message for a wrong address, a wrong password and a disabled account: it must not tell which. */
export const SIGN_IN_REFUSED = 'The address or the password is wrong.'

/**
 * Checks a password and begins a session.
 *
 * @param options.address of the client, for limits
 * @returns The cookie of the session, or why it was refused; `waitSeconds` above 0 if too many tries failed.
 */
export async function signInWithPassword(
  access: AccountAccess,
  { email, password, address }: { readonly email: string; readonly password: string; readonly address: string },
): Promise<{ readonly cookie: string } | { readonly refused: string; readonly waitSeconds: number }> {
  // A hash, or whoever types very long addresses would fill the memory.
  const attempt = { name: hashSecret(normalizeEmail(email)), address }
  const waitSeconds = access.attempts.waitSeconds(attempt)
  if (waitSeconds > 0) return { refused: 'Too many failed tries. Wait before the next one.', waitSeconds }
  // Counted before it is known to fail, so that tries at once are counted too.
  access.attempts.fail(attempt)
  // Not an older state: a session that begins by a password that was just changed would outlive the change.
  const accounts = await access.log.readNow()
  const person = findActivePerson(accounts, passwordPersonId(access, accounts, email))
  const verified = await verifyPassword(password, person?.passwordHash ?? '')
  if (person === undefined || verified === 'wrong') return { refused: SIGN_IN_REFUSED, waitSeconds: 0 }
  access.attempts.succeed(attempt)
  const rehashed: readonly NewAccountEvent[] =
    verified === 'outdated'
      ? [{ subject: person.id, what: 'password', content: { by: person.id, hash: await hashPassword(password) } }]
      : []
  return { cookie: await startSession(access, { person: person.id, method: 'password' }, ...rehashed) }
}

/** Begins a session with a new id. @returns its cookie */
export async function startSession(
  access: AccountAccess,
  { person, method, refreshToken = '' }: { person: string; method: SignInMethod; refreshToken?: string },
  ...others: readonly NewAccountEvent[]
): Promise<string> {
  const id = makeSecret()
  await access.log.record(...others, {
    subject: id,
    what: 'session-started',
    content: { person, method, refreshToken },
  })
  return access.cookie.write(id, Date.now())
}

/** Ends the session of a request on all desks. @returns the cookie that removes it from the browser */
export async function endSession(access: AccountAccess, request: Request): Promise<string> {
  const sent = await access.cookie.read(request, Date.now())
  if (sent !== undefined) {
    const { sessions } = await access.log.readNow()
    const session = sessions.get(sent.id)
    if (session !== undefined)
      await access.log.record({ subject: sent.id, what: 'session-ended', content: { by: session.person } })
  }
  return access.cookie.remove()
}

/** How long a link that makes an account may be used. */
export const INVITATION_MS = 24 * 3_600_000

/**
 * Makes a link for a new account or, with `person`, for a new password.
 *
 * @param options.by id of who invites; '' for Errata itself
 * @returns the link with its secret, of which only a hash is stored
 */
export async function invite(
  access: AccountAccess,
  { by, role, note = '', person = '' }: { by: string; role: Role; note?: string; person?: string },
): Promise<string> {
  const secret = makeSecret()
  const untilMs = Date.now() + INVITATION_MS
  const content = { by, role, note, person, untilMs, secretHash: hashSecret(secret) }
  await access.log.record({ subject: randomUUID(), what: 'invited', content })
  // Named so that it is masked wherever a URL is recorded (collector-masking.yaml).
  return `${access.publicUrl}/invitation?token=${secret}`
}

/** @returns `undefined` for a secret of no invitation, or of one that was used, ended or is not open any more. */
export async function findInvitation(access: AccountAccess, secret: string): Promise<Invitation | undefined> {
  const secretHash = hashSecret(secret)
  const accounts = await access.log.readNow()
  const invitation = accounts.invitations.values().find(each => each.secretHash === secretHash)
  return invitation !== undefined && isOpenInvitation(accounts, invitation, Date.now()) ? invitation : undefined
}

/** So that a link that is used twice at once makes one account. */
const accepting = new PQueue({ concurrency: 1 })

/**
 * Uses an invitation: makes the account or sets the new password, which ends the person's other sessions, and signs in.
 *
 * @returns the cookie of the session, or why it was refused; `undefined` if the invitation is no longer valid
 */
export async function acceptInvitation(
  access: AccountAccess,
  { secret, name, email, password }: { secret: string; name: string; email: string; password: string },
): Promise<{ readonly cookie: string } | { readonly refused: string } | undefined> {
  const hash = await hashPassword(password)
  return accepting.add(async () => {
    const invitation = await findInvitation(access, secret)
    if (invitation === undefined) return undefined
    const accounts = await access.log.readNow()
    const isNew = invitation.person === ''
    const id = isNew ? passwordPersonId(access, accounts, email) : invitation.person
    if (isNew && accounts.people.has(id))
      return { refused: 'There is an account with this address. Sign in, or ask an administrator for a new password.' }
    // The first account ends all links that would make one.
    const ended = [...accounts.invitations.values()].filter(
      each => each.id === invitation.id || (invitation.by === '' && isNew && each.by === '' && each.person === ''),
    )
    const events: NewAccountEvent[] = [
      ...ended.map(each => ({ subject: each.id, what: 'invitation-ended', content: { by: id, person: id } }) as const),
      ...(isNew ? newPerson({ id, name, email, by: invitation.by, role: invitation.role }) : []),
      { subject: id, what: 'password', content: { by: id, hash } },
      ...(isNew ? [] : [{ subject: id, what: 'signed-out-everywhere', content: { by: id } } as const]),
    ]
    return { cookie: await startSession(access, { person: id, method: 'password' }, ...events) }
  })
}

/** The events that make an account for a password. */
export function newPerson({ id, name, email, by, role }: NewPerson): readonly NewAccountEvent[] {
  return [
    {
      subject: id,
      what: 'person',
      content: { by, name, email: normalizeEmail(email), method: 'password', issuer: '', sub: '' },
    },
    { subject: id, what: 'role', content: { by, role } },
  ]
}

interface NewPerson extends Pick<Person, 'id' | 'name' | 'email' | 'role'> {
  readonly by: string
}
