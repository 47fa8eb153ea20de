import { data, Form, Link, redirect } from 'react-router'
import { type AccountAccess, accessContext, requireAccounts } from '../../access/access.server.ts'
import { ProviderError } from '../../access/identity-provider.server.ts'
import { beginProviderSignIn } from '../../access/provider-sign-in.server.ts'
import { readerContext } from '../../access/reader.ts'
import { endSession, signInWithPassword } from '../../access/sign-in.server.ts'
import { isSignInRefusal, SIGN_IN_REFUSALS, type SignInRefusal } from '../../access/sign-in-refusals.ts'
import { orOutage } from '../../access/tell-outage.server.ts'
import { readClientAddress } from '../../http/client-address.ts'
import { readFormFields } from '../../http/read-form.ts'
import { sameSitePath } from '../../http/same-site-path.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Refusal } from '../../ui/feedback/refusal.tsx'
import { notFound } from '../../url/not-found.ts'
import type { Route } from './+types/sign-in.ts'

interface ShownSignIn {
  readonly back: string
  /** A form, a link to the identity provider, or nothing where a proxy signs people in. */
  readonly by: 'password' | 'provider' | 'proxy'
  /** Why the last try failed; '' if it did not. */
  readonly refused: string
  readonly isSignedOut: boolean
  /** The form is a way around the identity provider. */
  readonly isLocal: boolean
}

/**
 * Leads on who is signed in, and to the identity provider if there is one, except after a failure or a sign-out: one would be signed in
 * again at once. `?local=1` shows the form for a password all the same; 503, with that form, while the provider is away.
 */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const access = requireAccounts(context.get(accessContext))
  const { searchParams } = url
  const back = sameSitePath(searchParams.get('back'))
  if (context.get(readerContext) !== null) throw redirect(back)
  const refused = searchParams.get('refused')
  const isSignedOut = searchParams.has('signed-out')
  const shown: ShownSignIn = {
    ...{ back, isSignedOut, by: waysOf(access, searchParams), isLocal: access.mode === 'oidc' },
    refused: access.oidc !== undefined && isSignInRefusal(refused) ? SIGN_IN_REFUSALS[refused] : '',
  }
  const { oidc } = access
  if (oidc === undefined || shown.by !== 'provider' || refused !== null || isSignedOut) return data(shown)
  const begun = await beginProviderSignIn(oidc, request, back).catch(error => {
    if (!(error instanceof ProviderError)) throw error
  })
  if (begun === undefined)
    return data({ ...shown, by: 'password', refused: SIGN_IN_REFUSALS.unreachable } satisfies ShownSignIn, {
      status: 503,
    })
  throw redirect(begun.url, { headers: begun.cookies.map(cookie => ['set-cookie', cookie]) })
}

function waysOf({ mode }: AccountAccess, params: URLSearchParams): ShownSignIn['by'] {
  if (mode !== 'oidc') return mode
  return params.has('local') || params.get('refused') === ('unreachable' satisfies SignInRefusal)
    ? 'password'
    : 'provider'
}

/** Signs in by password and leads back; 400 for a wrong address or password, 429 after too many failed tries. */
export async function action({ context, request }: Route.ActionArgs) {
  const access = requireAccounts(context.get(accessContext))
  if (access.mode === 'proxy') throw notFound('The proxy in front of Errata signs people in.')
  const field = await readFormFields(request)
  const email = field('email')
  const attempt = { email, password: field('password'), address: readClientAddress(request) }
  const result = await orOutage(signInWithPassword(access, attempt))
  if ('cookie' in result) {
    // The session that this browser had, if any: it would go on without anybody knowing.
    await orOutage(endSession(access, request))
    return redirect(sameSitePath(field('back')), { headers: { 'set-cookie': result.cookie } })
  }
  const { refused, waitSeconds } = result
  return waitSeconds > 0
    ? data({ refused, email, waitSeconds }, { status: 429, headers: { 'retry-after': String(waitSeconds) } })
    : data({ refused, email, waitSeconds }, { status: 400 })
}

/** Of a form that was answered by the page itself. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function SignInPage({ loaderData, actionData }: Route.ComponentProps) {
  const { back, by, refused, isSignedOut, isLocal } = loaderData
  const formParams = new URLSearchParams({ ...(isLocal ? { local: '1' } : {}), back })
  return (
    <div className="sign-in panel padded">
      <title>Sign in · Errata</title>
      <h1>Sign in</h1>
      {actionData === undefined && <Refusal why={refused} />}
      {isSignedOut && <p>You are signed out.</p>}
      {by === 'proxy' && (
        <p>The proxy in front of Errata signs you in, and it did not say who you are. Ask whoever runs it.</p>
      )}
      {by === 'provider' && <ProviderLink back={back}>Sign in</ProviderLink>}
      {by === 'password' && (
        // The URL keeps `local`, or a wrong password would lead to the identity provider.
        <Form method="post" action={`/sign-in?${formParams}`} reloadDocument className="stacked-form">
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
      {by === 'password' && isLocal && <ProviderLink back={back}>Sign in at the identity provider</ProviderLink>}
    </div>
  )
}

function ProviderLink({ back, children }: { readonly back: string; readonly children: string }) {
  return (
    <p>
      <Link to={`/sign-in?${new URLSearchParams({ back })}`} reloadDocument>
        {children}
      </Link>
    </p>
  )
}
