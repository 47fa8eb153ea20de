import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { StoreError } from '../../store/store-error.ts'
import type { AccountLog, NewAccountEvent } from './account-log.server.ts'
import type { Accounts, Person, Session } from './derive-accounts.ts'
import { type Grant, type IdentityProvider, ProviderError } from './identity-provider.server.ts'
import { identityIn, recognizePerson } from './recognize-person.server.ts'
import type { SecretKeys } from './seal.server.ts'

/** How long what the provider last said of a person holds. Sessions without a refresh token cannot be asked about. */
export const CONFIRMED_MS = 15 * 60_000
/** How long, since then, a session goes on while the provider or the database is away. */
export const MAX_UNCONFIRMED_MS = 3_600_000
/** After a failure the session is not asked about for this time, so that not every request waits for a timeout. */
const RETRY_MS = 30_000
/** Longer than a desk's state is kept, and than another desk takes to record what it has just received. */
const OTHER_DESK_MS = 1_500

interface ConfirmOptions {
  readonly log: AccountLog
  readonly keys: SecretKeys
  readonly login: Config['login']
  readonly provider: IdentityProvider
  readonly nowMs: () => number
}

/**
 * Asks the identity provider again about people whose sessions it confirmed more than 15 minutes ago, by their refresh tokens: role and
 * name become what it says now, and if it refuses the person, or their groups give no role any more, the session ends on all desks.
 *
 * While the provider cannot be reached, sessions go on for up to an hour after it last confirmed them. Then their requests are refused,
 * but the sessions do not end: they go on when it answers again.
 *
 * @returns A function that confirms a session if that is due. False if the session must not be used now.
 */
export function createSessionConfirmer({ log, keys, login, provider, nowMs }: ConfirmOptions) {
  const running = new Map<string, Promise<void>>()
  /** What the provider said and the log has not: a refresh token often works only once. */
  const unrecorded = new Map<string, readonly NewAccountEvent[]>()
  const retryMs = new Map<string, number>()
  const forget = (id: string) => {
    unrecorded.delete(id)
    retryMs.delete(id)
  }

  const isDue = ({ method, refreshToken, confirmedMs }: Session) =>
    method === 'oidc' && refreshToken !== '' && nowMs() - confirmedMs > CONFIRMED_MS

  function describeGrant(accounts: Accounts, session: Session, person: Person, grant: Grant): NewAccountEvent[] {
    const { claims, refreshToken } = grant
    const continued = { subject: session.id, what: 'session-continued', content: { refreshToken } } as const
    if (claims === undefined) return [continued]
    const { groupsClaim } = login.oidc
    const identity = identityIn(claims, { method: 'oidc', issuer: person.issuer, sub: person.sub, groupsClaim })
    const recognized = recognizePerson({ keys, login }, accounts, identity)
    return 'refused' in recognized ? [endOf(session)] : [...recognized.events, continued]
  }

  async function ask(session: Session, person: Person): Promise<readonly NewAccountEvent[]> {
    try {
      const grant = await provider.refresh(session.refreshToken, person.sub)
      return describeGrant(log.latest(), session, person, grant)
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'ended') throw error
      // Two desks may have used the token at the same time: then the other one has the next.
      await wait(OTHER_DESK_MS)
      const now = (await log.readNow()).sessions.get(session.id)
      return now === undefined || now.refreshToken !== session.refreshToken ? [] : [endOf(session)]
    }
  }

  async function confirm(id: string): Promise<void> {
    try {
      // Another desk may have asked already.
      const { sessions, people } = await log.readNow()
      const session = sessions.get(id)
      const person = people.get(session?.person ?? '')
      if (session === undefined || person === undefined || !isDue(session)) return forget(id)
      const events = unrecorded.get(id) ?? (await ask(session, person))
      unrecorded.set(id, events)
      if (events.length > 0) await log.record(...events)
      forget(id)
    } catch (error) {
      if (!(error instanceof ProviderError || error instanceof StoreError)) throw error
      retryMs.set(id, nowMs() + RETRY_MS)
      console.warn(`A session could not be confirmed: ${error.message}`)
    }
  }

  return async (session: Session): Promise<boolean> => {
    if (!isDue(session)) return true
    if (nowMs() >= (retryMs.get(session.id) ?? 0)) {
      const confirming = running.get(session.id) ?? confirm(session.id).finally(() => running.delete(session.id))
      running.set(session.id, confirming)
      await confirming
    }
    const confirmedMs = log.latest().sessions.get(session.id)?.confirmedMs ?? session.confirmedMs
    return nowMs() - confirmedMs <= MAX_UNCONFIRMED_MS
  }
}

const endOf = ({ id }: Session) => ({ subject: id, what: 'session-ended', content: { by: '' } }) as const
