import type { Config } from '../../config.ts'
import type { NewAccountEvent } from './account-log.server.ts'
import type { Accounts } from './derive-accounts.ts'
import { canGroupsRaise, findGroupRole } from './group-role.ts'
import { findNamedPersonId, normalizeEmail } from './person-id.server.ts'
import { areGroupsWithheld, type Claims, readGroups, readProfile } from './read-claims.ts'
import type { Role } from './roles.ts'
import type { SecretKeys } from './seal.server.ts'
import type { SignInRefusal } from './sign-in-refusals.ts'

/** Whom a provider or proxy names. Issuer and subject, or for a proxy the user, identify; the rest is only shown. */
export interface Identity {
  readonly method: 'oidc' | 'proxy'
  /** '' for a proxy. */
  readonly issuer: string
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly groups: readonly string[]
  /** There are more groups than were named. */
  readonly areGroupsWithheld: boolean
}

export type Recognized =
  | {
      readonly id: string
      readonly name: string
      readonly role: Role
      /** What differs from what is stored, to be recorded; all of it for a new person. */
      readonly events: readonly NewAccountEvent[]
    }
  | { readonly refused: SignInRefusal }

/**
 * Finds the person whom a provider or proxy names, and what they may do by their groups now. Who was disabled or removed is refused
 * whatever the groups say: an administrator here decided it.
 */
export function recognizePerson(
  { keys, login }: { readonly keys: SecretKeys; readonly login: Pick<Config['login'], 'groups'> },
  accounts: Accounts,
  { method, issuer, sub, name, email: address, groups, areGroupsWithheld }: Identity,
): Recognized {
  const id = findNamedPersonId({ keys }, accounts, ...(method === 'oidc' ? [method, issuer, sub] : [method, sub]))
  const known = accounts.people.get(id)
  if (known?.isDisabled) return { refused: 'disabled' }
  const role = findGroupRole(groups, login.groups)
  if (areGroupsWithheld && canGroupsRaise(role, login.groups)) return { refused: 'groups-withheld' }
  if (role === undefined) return { refused: 'groups' }
  const email = normalizeEmail(address)
  const isSame = known?.name === name && known.email === email
  const events: NewAccountEvent[] = [
    ...(isSame
      ? []
      : [{ subject: id, what: 'person', content: { by: '', name, email, method, issuer, sub } } as const]),
    ...(known?.role === role ? [] : [{ subject: id, what: 'role', content: { by: '', role } } as const]),
  ]
  return { id, name, role, events }
}

/** Whom claims name. @param groupsClaim its name, or a path to it */
export const identityIn = (
  claims: Claims,
  { groupsClaim, ...who }: Pick<Identity, 'method' | 'issuer' | 'sub'> & { readonly groupsClaim: string },
): Identity => ({
  ...who,
  ...readProfile(claims, who.sub),
  groups: readGroups(claims, groupsClaim) ?? [],
  areGroupsWithheld: areGroupsWithheld(claims, groupsClaim),
})
