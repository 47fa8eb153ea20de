import { redirect } from 'react-router'
import { accessContext, requireAccounts } from '../../access/access.server.ts'
import { signOut } from '../../access/provider-sign-in.server.ts'
import { orOutage } from '../../access/tell-outage.server.ts'
import { notFound } from '../../url/not-found.ts'
import type { Route } from './+types/sign-out.ts'

/** Ends the session on all desks, so that a copy of its cookie opens nothing either, and that at the identity provider. */
export const action = (args: Route.ActionArgs) => orOutage(endSessions(args))

async function endSessions({ context, request }: Route.ActionArgs) {
  const access = requireAccounts(context.get(accessContext))
  const { cookie, providerUrl } = await signOut(access, request)
  const headers = { 'set-cookie': cookie }
  if (providerUrl !== undefined) return leadTo(providerUrl, headers)
  return redirect(access.mode === 'oidc' ? '/sign-in?signed-out=1' : '/sign-in', { headers })
}

/** This URL is only the target of a form. */
export function loader() {
  throw notFound()
}

/** A redirect of a form to another site is forbidden by the page's policy (form-action); what a page then opens is not. */
function leadTo(url: string, headers: Record<string, string>): Response {
  const html = `<!doctype html><html lang="en"><title>Sign out · Errata</title><p><a href="${escapeHtml(url)}">Sign out at the identity provider</a></p></html>`
  return new Response(html, {
    headers: {
      ...headers,
      refresh: `0;url=${url}`,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
  })
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
