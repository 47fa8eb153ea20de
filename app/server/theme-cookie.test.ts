import { expect, test } from 'vitest'
import { readTheme, themeCookie } from './theme-cookie.ts'

const withCookie = (cookie: string) => new Request('http://desk/', { headers: { cookie } })

test('a theme that was chosen is read again from the cookie that remembers it', () => {
  for (const theme of ['light', 'dark'] as const) {
    const [pair = ''] = themeCookie(theme).split(';')
    expect(readTheme(withCookie(`a=b; ${pair}; c=d`))).toBe(theme)
  }
  expect(themeCookie('system')).toContain('Max-Age=0')
})

test.each(['', 'errata_theme=', 'errata_theme=pink', 'errata_theme=darker', 'other_errata_theme=dark'])(
  'cookie %j leaves it to the system',
  cookie => {
    expect(readTheme(withCookie(cookie))).toBe('system')
  },
)
