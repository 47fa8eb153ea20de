import { data, redirect } from 'react-router'
import { themeCookie } from '../../server/theme-cookie.ts'
import { isTheme } from '../../ui/layout/theme-switch.tsx'
import { notFound } from '../../url/not-found.ts'
import type { Route } from './+types/theme.ts'

/** Remembers how the pages are to look and leads back to where that was chosen; 400 for what is no theme. */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData().catch(() => undefined)
  const theme = form?.get('theme')
  if (typeof theme !== 'string' || !isTheme(theme)) throw data('theme must be system, light or dark', { status: 400 })
  return redirect(placeOf(form?.get('back')), { headers: { 'set-cookie': themeCookie(theme) } })
}

/** It is a form's address alone. */
export function loader() {
  throw notFound()
}

/** A path of this site. Read as a browser does: to it `//host`, `/\host` and `/<tab>/host` are others, and so is what `/.//host` comes to. */
function placeOf(back: unknown): string {
  const here = 'http://here.invalid'
  const url = typeof back === 'string' ? URL.parse(back, here) : null
  return url?.origin === here && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/'
}
