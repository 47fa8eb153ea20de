import { redirect } from 'react-router'
import { accessContext, requireAccounts } from '../../access/access.server.ts'
import { endSession } from '../../access/sign-in.server.ts'
import { notFound } from '../../url/not-found.ts'
import type { Route } from './+types/sign-out.ts'

/** Ends the session on all desks, so that a copy of its cookie opens nothing either. */
export async function action({ context, request }: Route.ActionArgs) {
  const access = requireAccounts(context.get(accessContext))
  return redirect('/sign-in', { headers: { 'set-cookie': await endSession(access, request) } })
}

/** This URL is only the target of a form. */
export function loader() {
  throw notFound()
}
