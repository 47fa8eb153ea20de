import type { Accounts } from './derive-accounts.ts'
import type { SecretKeys } from './seal.server.ts'

/** An address as people are told apart by it: without spaces around, in lower case, after NFC. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/**
 * The id of the person whom `identity` names: the same on all desks, so that a person whom two desks add at once is one. Who was removed
 * is never added again: whoever has their address or number next is somebody else.
 */
export function findPersonId(
  { keys }: { readonly keys: SecretKeys },
  { people }: Accounts,
  ...identity: readonly string[]
): string {
  for (let nth = 0; ; nth++) {
    const id = keys.identify(...identity, String(nth))
    if (!people.get(id)?.isRemoved) return id
  }
}
