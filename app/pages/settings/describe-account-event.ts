import type { AccountEvent } from '../../access/account-event.ts'
import type { Accounts } from '../../access/derive-accounts.ts'

/** An event as one line of the audit: who did what. */
export function describeAccountEvent(
  event: AccountEvent,
  accounts: Accounts,
  events: readonly AccountEvent[],
): { readonly who: string; readonly what: string } {
  const nameOf = (id: string) => {
    if (id === '') return 'Errata'
    const person = accounts.people.get(id)
    if (person === undefined) return tokenName(id, events)
    return person.isRemoved ? 'a removed person' : person.name
  }
  const { subject } = event
  const whom = nameOf(subject)
  const by = (who: string, what: string) => ({ who: nameOf(who), what })
  switch (event.what) {
    case 'person':
      return by(event.content.by, `added ${whom}`)
    case 'role':
      return by(event.content.by, `made ${whom} ${event.content.role}`)
    case 'password':
      return by(event.content.by, event.content.by === subject ? 'set their password' : `set the password of ${whom}`)
    case 'disabled':
      return by(event.content.by, `${event.content.disabled ? 'disabled' : 'enabled'} ${whom}`)
    case 'signed-out-everywhere':
      return by(
        event.content.by,
        event.content.by === subject ? 'signed out everywhere' : `signed ${whom} out everywhere`,
      )
    case 'removed':
      return by(event.content.by, 'removed a person')
    case 'erased':
      return { who: '', what: 'erased with its person' }
    case 'invited':
      return by(
        event.content.by,
        event.content.person === ''
          ? `invited somebody as ${event.content.role}`
          : `made a link for a new password of ${nameOf(event.content.person)}`,
      )
    case 'invitation-ended':
      return by(event.content.by, event.content.person === '' ? 'ended an invitation' : 'used an invitation')
    case 'session-started':
      return by(event.content.person, `signed in by ${event.content.method}`)
    case 'session-continued':
      return { who: sessionPerson(subject, nameOf, events), what: 'confirmed by the identity provider' }
    case 'session-ended':
      if (event.content.by === '')
        return { who: sessionPerson(subject, nameOf, events), what: 'was refused by the identity provider' }
      return by(event.content.by, 'signed out')
    case 'token-made':
      return by(event.content.by, `made the token ${event.content.name} (${event.content.scopes.join(', ')})`)
    case 'token-used':
      return { who: tokenName(subject, events), what: 'used its token' }
    case 'token-ended':
      return by(event.content.by, `ended the token ${tokenName(subject, events)}`)
    case 'sql-user':
      return by(event.content.by, `made the SQL user ${event.content.name}`)
  }
}

/** A token may have ended: its name is in the event that made it. */
function tokenName(id: string, events: readonly AccountEvent[]): string {
  const made = events.find(event => event.what === 'token-made' && event.subject === id)
  return made?.what === 'token-made' ? made.content.name : 'somebody unknown'
}

function sessionPerson(id: string, nameOf: (id: string) => string, events: readonly AccountEvent[]): string {
  const started = events.find(event => event.what === 'session-started' && event.subject === id)
  return started?.what === 'session-started' ? nameOf(started.content.person) : 'somebody unknown'
}
