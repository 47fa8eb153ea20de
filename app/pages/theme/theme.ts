import { data, redirect } from 'react-router'
import { themeCookie } from '../../http/theme-cookie.ts'
import { isTheme } from '../../ui/layout/theme-switch.tsx'
import { WAIT_FOR_ALL } from '../../url/filter-links.ts'
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

/**
 * A path of this site, resolved as browsers do: to them `//host`, `/\host` and `/<tab>/host` are other sites, and so is `/.//host` when
 * normalized.
 */
function sameSitePath(back: unknown): string {
  const here = 'http://here.invalid'
  const url = typeof back === 'string' ? URL.parse(back, here) : null
  if (url?.searchParams.has(WAIT_FOR_ALL)) url.searchParams.delete(WAIT_FOR_ALL)
  return url?.origin === here && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/'
}
