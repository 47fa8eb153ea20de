import { redirect } from 'react-router'
import { accessContext, requireProvider } from '../../access/access.server.ts'
import { finishProviderSignIn } from '../../access/provider-sign-in.server.ts'
import { orOutage } from '../../access/tell-outage.server.ts'
import { sameSitePath } from '../../http/same-site-path.ts'
import type { Route } from './+types/callback.ts'

/** Where the identity provider sends the browser back to: signs in and leads to the page, or to the sign-in page with the reason. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const access = requireProvider(context.get(accessContext))
  const finished = await orOutage(finishProviderSignIn(access, request, url.search))
  const { cookies, refused } = finished
  const back = sameSitePath(finished.back)
  const target = refused === undefined ? back : `/sign-in?${new URLSearchParams({ refused, back })}`
  return redirect(target, { headers: cookies.map(cookie => ['set-cookie', cookie]) })
}
