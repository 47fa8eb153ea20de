import { data, Form } from 'react-router'
import { type AccountAccess, accessContext, requireAccounts } from '../../access/access.server.ts'
import type { NewAccountEvent } from '../../access/account-log.server.ts'
import { administersByPassword, isOpenInvitation, type Person } from '../../access/derive-accounts.ts'
import { readerContext } from '../../access/reader.ts'
import { isRole, ROLE_LABELS, ROLES } from '../../access/roles.ts'
import { invite } from '../../access/sign-in.server.ts'
import { orOutage } from '../../access/tell-outage.server.ts'
import { readFormFields } from '../../http/read-form.ts'
import { Menu } from '../../ui/controls/menu.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import type { Route } from './+types/people.ts'
import { FormAnswer, secretAnswer } from './form-answer.tsx'
import { SettingsNavigation } from './settings-navigation.tsx'

const MAX_NOTE_CHARS = 100

/** Everybody who has an account, by name, and the invitations that are open. */
export async function loader({ context }: Route.LoaderArgs) {
  const access = requireAccounts(context.get(accessContext))
  const accounts = await access.log.read()
  const { people, invitations } = accounts
  const nowMs = Date.now()
  return {
    mode: access.mode,
    self: context.get(readerContext)?.id ?? '',
    people: [...people.values()]
      .filter(({ isRemoved }) => !isRemoved)
      .toSorted((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
      .map(({ id, name, email, role, method, isDisabled }) => ({ id, name, email, role, method, isDisabled })),
    invitations: [...invitations.values()]
      .filter(each => isOpenInvitation(accounts, each, nowMs))
      .toSorted((one, other) => other.madeMs - one.madeMs)
      .map(({ id, role, note, person }) => ({
        ...{ id, role, isForPassword: person !== '' },
        // Not part of the invitation, which outlives a person who is removed.
        note: people.get(person)?.name ?? note,
      })),
  }
}

/** Invites, changes or removes people; 400 with the reason for what cannot be done. */
export const action = (args: Route.ActionArgs) => orOutage(changePeople(args))

async function changePeople({ context, request }: Route.ActionArgs) {
  const access = requireAccounts(context.get(accessContext))
  const by = context.get(readerContext)?.id ?? ''
  const field = await readFormFields(request)
  const refuse = (refused: string) => data({ refused, link: '' }, { status: 400 })
  if (context.get(readerContext)?.isProgram !== false) return refuse('Only people who are signed in change accounts.')
  const role = field('role')
  const accounts = await access.log.readNow()
  const person = accounts.people.get(field('person'))
  if (field('do') === 'invite') {
    if (access.mode !== 'password') return refuse('Whom the provider or proxy lets in has an account: invite nobody.')
    if (!isRole(role)) return refuse('Choose a role.')
    const link = await invite(access, { by, role, note: field('note').trim().slice(0, MAX_NOTE_CHARS) })
    return secretAnswer({ refused: '', link })
  }
  if (field('do') === 'end-invitation') {
    const subject = field('invitation')
    if (!accounts.invitations.has(subject)) return refuse('This invitation has ended already.')
    await access.log.record({ subject, what: 'invitation-ended', content: { by, person: '' } })
    return data({ refused: '', link: '' })
  }
  if (person === undefined || person.isRemoved) return refuse('There is no such person.')
  if (field('do') === 'new-password') {
    if (person.method !== 'password') return refuse('Only the identity provider knows the password of this person.')
    const link = await invite(access, { by, role: person.role, person: person.id })
    return secretAnswer({ refused: '', link })
  }
  const change = readChange(field, person, by)
  if (change === undefined) return refuse('The form could not be read.')
  if (change.what === 'role' && person.method !== 'password')
    return refuse('The groups of the provider or proxy give this person their role.')
  if (endsLastAdmin(access, accounts.people.values(), person, change))
    return refuse('This is the last administrator: make another one first.')
  await access.log.record(change)
  if (change.what === 'removed') await access.log.erase(person.id)
  return data({ refused: '', link: '' })
}

function readChange(field: (name: string) => string, { id }: Person, by: string): NewAccountEvent | undefined {
  const role = field('role')
  switch (field('do')) {
    case 'role':
      return isRole(role) ? { subject: id, what: 'role', content: { by, role } } : undefined
    case 'disable':
    case 'enable':
      return { subject: id, what: 'disabled', content: { by, disabled: field('do') === 'disable' } }
    case 'sign-out':
      return { subject: id, what: 'signed-out-everywhere', content: { by } }
    case 'remove':
      return { subject: id, what: 'removed', content: { by } }
    default:
      return undefined
  }
}

/** Where a provider says who is an administrator, one can always be made there. */
function endsLastAdmin(
  { mode }: AccountAccess,
  people: Iterable<Person>,
  person: Person,
  change: NewAccountEvent,
): boolean {
  if (mode !== 'password' || change.what === 'signed-out-everywhere' || !administersByPassword(person)) return false
  const staysAdmin =
    (change.what === 'role' && change.content.role === 'admin') ||
    (change.what === 'disabled' && !change.content.disabled)
  return !staysAdmin && ![...people].some(each => each.id !== person.id && administersByPassword(each))
}

/** Of a form that was answered by the page itself. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function PeoplePage({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, self, people, invitations } = loaderData
  return (
    <>
      <title>People · Errata</title>
      <div className="page-head fixed-time fixed-scope">
        <h1>People</h1>
        <p className="muted">Changes hold on all desks within 12 seconds.</p>
      </div>
      <SettingsNavigation />
      {actionData && (
        <FormAnswer refused={actionData.refused} secret={actionData.link}>
          This link is shown once and can be used once, within 24 hours. Send it to the person:
        </FormAnswer>
      )}
      <DataTable
        caption="People"
        className="wraps"
        rows={people}
        keyOf={({ id }) => id}
        columns={listColumns(mode, self)}
      />
      {mode === 'password' && (
        <div className="side-by-side section">
          <section aria-labelledby="invite">
            <h2 id="invite">Invite</h2>
            <Form method="post" className="panel padded stacked-form">
              <label>
                <span>Role</span>
                <select name="role" defaultValue="viewer">
                  {ROLES.map(role => (
                    <option key={role} value={role}>
                      {role}: {ROLE_LABELS[role]}
                    </option>
                  ))}
                </select>
              </label>
              <label>
                <span>For whom, as a note</span>
                <input type="text" name="note" maxLength={MAX_NOTE_CHARS} autoComplete="off" />
              </label>
              <div className="button-row">
                <button type="submit" name="do" value="invite" className="primary">
                  Create link
                </button>
              </div>
            </Form>
          </section>
          {invitations.length > 0 && (
            <section aria-labelledby="invitations">
              <h2 id="invitations">Open invitations</h2>
              <ul className="panel padded plain-list">
                {invitations.map(({ id, role, note, isForPassword }) => (
                  <li key={id}>
                    <Form method="post" className="button-row">
                      <input type="hidden" name="invitation" value={id} />
                      <span>
                        {isForPassword ? 'new password' : role}
                        {note && ` · ${note}`}
                      </span>
                      <button type="submit" name="do" value="end-invitation">
                        End
                      </button>
                    </Form>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </>
  )
}

type ListedPerson = Pick<Person, 'id' | 'name' | 'email' | 'role' | 'method' | 'isDisabled'>

function listColumns(mode: string, self: string): Column<ListedPerson>[] {
  return [
    {
      name: 'Name',
      namesRow: true,
      cell: ({ id, name, isDisabled }) => (
        <>
          {name}
          {id === self && <span className="muted"> · you</span>}
          {isDisabled && <span className="muted"> · disabled</span>}
        </>
      ),
    },
    { name: 'Address', cell: ({ email }) => email, shown: 'wide' },
    { name: 'Signs in by', cell: ({ method }) => method, shown: 'wide' },
    {
      name: 'Role',
      cell: ({ id, name, role, method }) =>
        method === 'password' ? (
          <Form method="post" className="button-row">
            <input type="hidden" name="person" value={id} />
            <select name="role" defaultValue={role} aria-label={`Role of ${name}`} key={role}>
              {ROLES.map(each => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
            <button type="submit" name="do" value="role">
              Change
            </button>
          </Form>
        ) : (
          role
        ),
    },
    {
      name: 'Actions',
      cell: ({ id, name, method, isDisabled }) => (
        <Form method="post">
          <input type="hidden" name="person" value={id} />
          <Menu label={`Change ${name}`} text="⋯">
            {method === 'password' && mode !== 'proxy' && (
              <button type="submit" name="do" value="new-password">
                New password
              </button>
            )}
            <button type="submit" name="do" value="sign-out">
              Sign out
            </button>
            <button type="submit" name="do" value={isDisabled ? 'enable' : 'disable'}>
              {isDisabled ? 'Enable' : 'Disable'}
            </button>
            <details>
              <summary>Remove…</summary>
              <button type="submit" name="do" value="remove">
                Erase {name} for good
              </button>
            </details>
          </Menu>
        </Form>
      ),
    },
  ]
}
