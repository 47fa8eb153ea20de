import { expect, test } from 'vitest'
import { completePage, hasNoScripts, noScriptsHeaders } from './no-scripts-cookie.ts'

const withCookie = (cookie: string) => new Request('http://desk/', { headers: { cookie } })

test('a browser that requested the picture is known for an hour', async () => {
  const [pair, ...attributes] = (await noScriptsHeaders())['set-cookie'].split('; ')
  expect(await hasNoScripts(withCookie(`a=b; ${pair}; c=d`))).toBe(true)
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=3600', 'Path=/', 'SameSite=Lax'])
})

test.each([
  '',
  'errata_scripts',
  'errata_scripts=',
  'errata_scripts=%',
  'errata_scripts=off',
  'errata_scripts=dHJ1ZQ==',
])('cookie %j is no such browser', async cookie => {
  expect(await hasNoScripts(withCookie(cookie))).toBe(false)
})

test('only a browser that is not known is sent to the complete page, once', async () => {
  const [pair = ''] = (await noScriptsHeaders())['set-cookie'].split('; ')
  expect(await completePage(withCookie(''), new URL('http://desk/issues?tab=all'))).toBe('?tab=all&whole=1')
  expect(await completePage(withCookie(''), new URL('http://desk/issues?tab=all&whole=1'))).toBeUndefined()
  expect(await completePage(withCookie(pair), new URL('http://desk/issues'))).toBeUndefined()
})
