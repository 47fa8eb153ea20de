import { expect, test } from 'vitest'
import { readTheme, themeCookie } from './theme-cookie.ts'

const withCookie = (cookie: string) => new Request('http://desk/', { headers: { cookie } })

/** Ours with a value that another program wrote. */
const forged = (value: unknown) => `errata_theme=${encodeURIComponent(btoa(JSON.stringify(value)))}`

test.each(['light', 'dark'] as const)('a %s theme that was chosen is read again, for a year', async theme => {
  const [pair, ...attributes] = (await themeCookie(theme)).split('; ')
  expect(await readTheme(withCookie(`a=b; ${pair}; c=d`))).toBe(theme)
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax'])
})

test("the system's theme removes the cookie", async () => {
  const [pair, ...attributes] = (await themeCookie('system')).split('; ')
  expect(pair).toBe('errata_theme=')
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax'])
})

test.each([
  '',
  'errata_theme',
  'errata_theme=',
  'errata_theme=%',
  'errata_theme=pink',
  'errata_theme=dark',
  `x${forged('dark')}`,
  forged('pink'),
  forged('toString'),
  forged(['dark']),
  forged(null),
])('cookie %j leaves it to the system', async cookie => {
  expect(await readTheme(withCookie(cookie))).toBe('system')
})
