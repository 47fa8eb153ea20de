import { createCookie } from 'react-router'
import { isTheme, type Theme } from '../ui/layout/theme-switch.tsx'

const cookie = createCookie('errata_theme', { path: '/', sameSite: 'lax', httpOnly: true, maxAge: 31_536_000 })

/** The chosen theme; `system` by default. */
export async function readTheme(request: Request): Promise<Theme> {
  const chosen: unknown = await cookie.parse(request.headers.get('cookie'))
  return typeof chosen === 'string' && isTheme(chosen) ? chosen : 'system'
}

/** The value of `Set-Cookie` that stores a theme, or removes it for `system`. It does not identify the reader. */
export const themeCookie = (theme: Theme) =>
  theme === 'system' ? cookie.serialize('', { maxAge: 0 }) : cookie.serialize(theme)
