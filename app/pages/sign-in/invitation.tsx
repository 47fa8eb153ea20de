import { data, Form, redirect } from 'react-router'
import { accessContext, requireAccounts } from '../../access/access.server.ts'
import { findPasswordFault, PASSWORD_BYTES } from '../../access/passwords.server.ts'
import { ROLE_LABELS } from '../../access/roles.ts'
import { acceptInvitation, endSession, findInvitation } from '../../access/sign-in.server.ts'
import { orOutage } from '../../access/tell-outage.server.ts'
import { readFormFields } from '../../http/read-form.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { notFound } from '../../url/not-found.ts'
import type { Route } from './+types/invitation.ts'

const MAX_NAME_CHARS = 60
const MAX_EMAIL_CHARS = 254

/** What an invitation makes; 404 for a link that was used, has expired or never was. */
export const loader = (args: Route.LoaderArgs) => orOutage(loadInvitation(args))

async function loadInvitation({ context, url }: Route.LoaderArgs) {
  const access = requireAccounts(context.get(accessContext))
  const secret = url.searchParams.get('token') ?? ''
  const invitation = await findInvitation(access, secret)
  if (invitation === undefined) {
    throw notFound(
      'This link is no longer valid: it was used, is older than 24 hours, or is incomplete. Ask for another one.',
    )
  }
  const { people } = await access.log.read()
  const person = people.get(invitation.person)
  return {
    role: invitation.role,
    email: person?.email ?? '',
    name: person?.name ?? '',
    isNew: invitation.person === '',
    maxBytes: PASSWORD_BYTES.max,
  }
}

/** Makes the account or sets the password, and signs in; 400 with the reason for what cannot be taken. */
export const action = (args: Route.ActionArgs) => orOutage(acceptForm(args))

async function acceptForm({ context, request, url }: Route.ActionArgs) {
  const access = requireAccounts(context.get(accessContext))
  const field = await readFormFields(request)
  const [name, email, password] = [field('name').trim(), field('email').trim(), field('password')]
  const refuse = (faults: Partial<Record<'name' | 'email' | 'password' | 'again', string>>) =>
    data({ name, email, faults }, { status: 400 })
  const secret = url.searchParams.get('token') ?? ''
  const invitation = await findInvitation(access, secret)
  if (invitation === undefined) return refuse({ name: 'This link was used or has expired. Ask for another one.' })
  const known = (await access.log.read()).people.get(invitation.person)
  if (known === undefined && (name === '' || name.length > MAX_NAME_CHARS))
    return refuse({ name: `A name has 1 to ${MAX_NAME_CHARS} characters.` })
  if (known === undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) return refuse({ email: 'This is no e-mail address.' })
  const fault = findPasswordFault(password, known ?? { email, name })
  if (fault !== undefined) return refuse({ password: fault })
  if (field('again') !== password) return refuse({ again: 'The passwords differ.' })
  const accepted = await acceptInvitation(access, { secret, name, email, password })
  if (accepted === undefined) return refuse({ name: 'This link was used or has expired. Ask for another one.' })
  if ('refused' in accepted) return refuse({ email: accepted.refused })
  // The session that this browser had, if any: it would go on without anybody knowing.
  await endSession(access, request)
  return redirect('/', { headers: { 'set-cookie': accepted.cookie } })
}

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { role, email, name, isNew, maxBytes } = loaderData
  const faults = actionData?.faults
  const title = isNew ? 'Create your account' : 'Set a new password'
  return (
    <div className="sign-in panel padded">
      <title>{`${title} · Errata`}</title>
      <h1>{title}</h1>
      <p className="muted">
        {isNew ? `Role ${role}: ${ROLE_LABELS[role]}.` : `For ${name} (${email}). All other sessions end.`}
      </p>
      <Form method="post" reloadDocument className="stacked-form" key={String(actionData !== undefined)}>
        {isNew ? (
          <>
            <TextField
              label="Name"
              name="name"
              autoComplete="name"
              maxLength={MAX_NAME_CHARS}
              defaultValue={actionData?.name ?? name}
              fault={faults?.name}
              required
            />
            <TextField
              label="E-mail address"
              name="email"
              type="email"
              autoComplete="username"
              maxLength={MAX_EMAIL_CHARS}
              defaultValue={actionData?.email ?? email}
              fault={faults?.email}
              required
            />
          </>
        ) : (
          <input type="hidden" name="email" value={email} autoComplete="username" />
        )}
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={12}
          hint={`12 characters or more, at most ${maxBytes} bytes.`}
          fault={faults?.password}
          required
        />
        <TextField
          label="Password again"
          name="again"
          type="password"
          autoComplete="new-password"
          fault={faults?.again}
          required
        />
        <div className="button-row">
          <button type="submit" className="primary">
            {title}
          </button>
        </div>
      </Form>
    </div>
  )
}
