import { data, redirect } from 'react-router'
import { sameSitePath } from '../../http/same-site-path.ts'
import { themeCookie } from '../../http/theme-cookie.ts'
import { isTheme } from '../../ui/layout/theme-switch.tsx'
import { notFound } from '../../url/not-found.ts'
import type { Route } from './+types/theme.ts'

/** Saves the theme and redirects to the page where it was chosen; 400 for an unknown theme. */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData().catch(() => undefined)
  const theme = form?.get('theme')
  if (typeof theme !== 'string' || !isTheme(theme)) throw data('theme must be system, light or dark', { status: 400 })
  return redirect(sameSitePath(form?.get('back')), { headers: { 'set-cookie': await themeCookie(theme) } })
}

/** This URL is only the target of a form. */
export function loader() {
  throw notFound()
}
