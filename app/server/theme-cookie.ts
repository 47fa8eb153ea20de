import type { Theme } from '../ui/layout/theme-switch.tsx'

const COOKIE = 'errata_theme'
const A_YEAR_S = 31_536_000

/** The chosen theme; `system` by default. */
export function readTheme(request: Request): Theme {
  const cookies = request.headers.get('cookie') ?? ''
  const chosen = new RegExp(`(?:^|; ?)${COOKIE}=(light|dark)(?:;|$)`).exec(cookies)?.[1]
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** The value of `Set-Cookie` that stores or removes a theme. It does not identify the reader. */
export function themeCookie(theme: Theme): string {
  const value = theme === 'system' ? '; Max-Age=0' : `${theme}; Max-Age=${A_YEAR_S}`
  return `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax`
}
