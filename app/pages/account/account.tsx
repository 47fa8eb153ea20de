import { data, Form, redirect } from 'react-router'
import { nsOfMs } from '../../../store/units.ts'
import { type AccountAccess, accessContext, requireAccounts } from '../../access/access.server.ts'
import { findSessionPerson } from '../../access/derive-accounts.ts'
import { findPasswordFault, hashPassword, verifyPassword } from '../../access/passwords.server.ts'
import { readerContext } from '../../access/reader.ts'
import { ROLE_LABELS } from '../../access/roles.ts'
import { startSession } from '../../access/sign-in.server.ts'
import { orOutage } from '../../access/tell-outage.server.ts'
import { readClientAddress } from '../../http/client-address.ts'
import { readFormFields } from '../../http/read-form.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { notFound } from '../../url/not-found.ts'
import type { Route } from './+types/account.ts'

/** The reader's own account; 404 for a token of a service, which is no person. */
export async function loader({ context }: Route.LoaderArgs) {
  const access = requireAccounts(context.get(accessContext))
  const { person, session, accounts } = await readOwnAccount(
    access,
    context.get(readerContext)?.id,
    context.get(readerContext)?.session,
  )
  const nowMs = Date.now()
  const sessions = [...accounts.sessions.values()]
    .filter(each => each.person === person.id && findSessionPerson(accounts, each, nowMs) !== undefined)
    .toSorted((one, other) => other.startedMs - one.startedMs)
    .map(({ id, method, startedMs }) => ({ method, startedMs, isThis: id === session }))
  const { name, email, role, method } = person
  return { nowMs, name, email, role, method, hasPassword: person.passwordHash !== '', sessions }
}

async function readOwnAccount(access: AccountAccess, id = '', session = '') {
  const accounts = await access.log.read()
  const person = accounts.people.get(id)
  if (person === undefined) throw notFound('This token belongs to a service: only people have an account page.')
  return { accounts, person, session }
}

/** Changes the password, or ends all sessions; each begins a new session for this browser alone. */
export const action = (args: Route.ActionArgs) => orOutage(changeAccount(args))

async function changeAccount({ context, request }: Route.ActionArgs) {
  const access = requireAccounts(context.get(accessContext))
  await access.log.readNow() // Not an older password.
  const { person } = await readOwnAccount(access, context.get(readerContext)?.id)
  const { id: by, method } = person
  const field = await readFormFields(request)
  const refuse = (faults: Partial<Record<'current' | 'password' | 'again', string>>, status = 400) =>
    data({ faults }, { status })
  if (context.get(readerContext)?.isProgram !== false)
    return refuse({ current: 'Only people who are signed in change their account.' })
  const signedOut = { subject: by, what: 'signed-out-everywhere', content: { by } } as const
  if (field('do') === 'sign-out-everywhere') {
    await access.log.record(signedOut)
    return redirect(access.mode === 'oidc' ? '/sign-in?signed-out=1' : '/sign-in', {
      headers: { 'set-cookie': await access.cookie.remove() },
    })
  }
  const attempt = { name: `password of ${by}`, address: readClientAddress(request) }
  if (access.attempts.waitSeconds(attempt) > 0)
    return refuse({ current: 'Too many failed tries. Wait a few minutes.' }, 429)
  access.attempts.fail(attempt)
  if ((await verifyPassword(field('current'), person.passwordHash)) === 'wrong')
    return refuse({ current: 'This is not your password.' })
  access.attempts.succeed(attempt)
  const password = field('password')
  const fault = findPasswordFault(password, person)
  if (fault !== undefined) return refuse({ password: fault })
  if (field('again') !== password) return refuse({ again: 'The passwords differ.' })
  const changed = { subject: by, what: 'password', content: { by, hash: await hashPassword(password) } } as const
  const cookie = await startSession(access, { person: by, method }, signedOut, changed)
  return redirect('/account?did=password', { headers: { 'set-cookie': cookie } })
}

export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { nowMs, name, email, role, method, hasPassword, sessions } = loaderData
  return (
    <>
      <title>Account · Errata</title>
      <div className="page-head fixed-time fixed-scope">
        <h1>{name}</h1>
        <p className="muted">
          {email} · {role}: {ROLE_LABELS[role]}
        </p>
      </div>
      <div className="side-by-side">
        {sessions.length > 0 && (
          <section aria-labelledby="sessions">
            <h2 id="sessions">Sessions</h2>
            <ul className="panel padded plain-list">
              {sessions.map(({ method: by, startedMs, isThis }) => (
                <li key={startedMs}>
                  Signed in by {by} <RelativeTime atNs={nsOfMs(startedMs)} nowMs={nowMs} />
                  {isThis && <span className="muted"> · this browser</span>}
                </li>
              ))}
            </ul>
            <Form method="post" reloadDocument>
              <button type="submit" name="do" value="sign-out-everywhere">
                Sign out everywhere
              </button>
            </Form>
            <p className="muted small">
              A session ends after 12 hours without a request, and at the latest after{' '}
              {method === 'oidc' ? '24 hours' : '14 days'}.
            </p>
          </section>
        )}
        {hasPassword && (
          <section aria-labelledby="password">
            <h2 id="password">Change password</h2>
            <Form method="post" className="panel padded stacked-form" key={String(actionData === undefined)}>
              <TextField
                label="Current password"
                name="current"
                type="password"
                autoComplete="current-password"
                fault={actionData?.faults.current}
                required
              />
              <TextField
                label="New password"
                name="password"
                type="password"
                autoComplete="new-password"
                fault={actionData?.faults.password}
                hint="12 characters or more. All other sessions end."
                required
              />
              <TextField
                label="New password again"
                name="again"
                type="password"
                autoComplete="new-password"
                fault={actionData?.faults.again}
                required
              />
              <div className="button-row">
                <button type="submit" className="primary">
                  Change password
                </button>
              </div>
            </Form>
          </section>
        )}
      </div>
    </>
  )
}
