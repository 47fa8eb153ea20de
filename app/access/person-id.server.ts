import type { Accounts } from './derive-accounts.ts'
import type { SecretKeys } from './seal.server.ts'

/** An address as people are told apart by it: without spaces around, in lower case, after NFC. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

interface Keys {
  readonly keys: SecretKeys
}

/**
 * The id of the person whom `identity` names: the same on all desks, so that a person whom two desks add at once is one. Who was removed
 * is never added again: whoever has their address next is somebody else.
 */
export function findPersonId({ keys }: Keys, { people }: Accounts, ...identity: readonly string[]): string {
  for (let nth = 0; ; nth++) {
    const id = knownOf(people, keys.identify(...identity, String(nth)))
    if (!people.get(id)?.isRemoved) return id
  }
}

/**
 * The id of the person whom a provider or proxy names by a number or name that nobody else ever has: who was removed stays so.
 */
export const findNamedPersonId = ({ keys }: Keys, { people }: Accounts, ...identity: readonly string[]): string =>
  knownOf(people, keys.identify(...identity, '0'))

/** The id by the key of when the person was added. */
const knownOf = (people: Accounts['people'], ids: readonly [string, ...string[]]): string =>
  ids.find(id => people.has(id)) ?? ids[0]
