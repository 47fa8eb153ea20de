import { data, redirect } from 'react-router'
import { parseTimeZone } from '../../format/time-zone.ts'
import { sameSitePath } from '../../http/same-site-path.ts'
import { timeZoneCookie } from '../../http/time-zone.server.ts'
import { notFound } from '../../url/not-found.ts'
import type { Route } from './+types/time-zone.ts'

/** Saves the zone of shown and typed times, and redirects to the page where it was chosen; 400 for an unknown one. */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData().catch(() => undefined)
  const named = form?.get('zone')
  const zone = typeof named === 'string' ? parseTimeZone(named.trim()) : undefined
  if (zone === undefined) throw data('zone must be the name of a time zone, such as Europe/Vienna', { status: 400 })
  return redirect(sameSitePath(form?.get('back')), { headers: { 'set-cookie': await timeZoneCookie(zone) } })
}

/** This URL is only the target of a form. */
export function loader() {
  throw notFound()
}
