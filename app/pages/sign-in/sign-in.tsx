import { data, Form, redirect } from 'react-router'
import { accessContext, requireAccounts } from '../../access/access.server.ts'
import { readerContext } from '../../access/reader.ts'
import { endSession, signInWithPassword } from '../../access/sign-in.server.ts'
import { readClientAddress } from '../../http/client-address.ts'
import { createOutageResponse, outageOf } from '../../http/outage-response.ts'
import { readFormFields } from '../../http/read-form.ts'
import { sameSitePath } from '../../http/same-site-path.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import type { Route } from './+types/sign-in.ts'

/** Leads on who is signed in. */
export function loader({ context, url }: Route.LoaderArgs) {
  const access = requireAccounts(context.get(accessContext))
  const back = sameSitePath(url.searchParams.get('back'))
  if (context.get(readerContext) !== null) throw redirect(back)
  return { back, mode: access.mode }
}

/** Signs in and leads back; 400 for a wrong address or password, 429 after too many failed tries. */
export async function action({ context, request }: Route.ActionArgs) {
  const access = requireAccounts(context.get(accessContext))
  const field = await readFormFields(request)
  const email = field('email')
  const result = await signInWithPassword(access, {
    ...{ email, password: field('password') },
    address: readClientAddress(request),
  }).catch(error => {
    const outage = outageOf(error)
    throw outage === undefined ? error : createOutageResponse(outage)
  })
  if ('cookie' in result) {
    // The session that this browser had, if any: it would go on without anybody knowing.
    await endSession(access, request)
    return redirect(sameSitePath(field('back')), { headers: { 'set-cookie': result.cookie } })
  }
  const { refused, waitSeconds } = result
  return waitSeconds > 0
    ? data({ refused, email, waitSeconds }, { status: 429, headers: { 'retry-after': String(waitSeconds) } })
    : data({ refused, email, waitSeconds }, { status: 400 })
}

/** Of a form that was answered by the page itself. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function SignInPage({ loaderData: { back, mode }, actionData }: Route.ComponentProps) {
  return (
    <div className="sign-in panel padded">
      <title>Sign in · Errata</title>
      <h1>Sign in</h1>
      {mode === 'proxy' ? (
        <p>The proxy in front of Errata signs you in, and it did not say who you are. Ask whoever runs it.</p>
      ) : (
        <Form method="post" reloadDocument className="stacked-form">
          <input type="hidden" name="back" value={back} />
          {actionData !== undefined && (
            <p role="alert" className="notice bad-notice">
              {actionData.refused}
              {actionData.waitSeconds > 0 && ` The next try is possible in ${actionData.waitSeconds} s.`}
            </p>
          )}
          <TextField
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={actionData?.email}
          />
          <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
          <div className="button-row">
            <button type="submit" className="primary">
              Sign in
            </button>
          </div>
        </Form>
      )}
    </div>
  )
}
