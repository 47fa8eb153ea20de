import { expect, test } from 'vitest'
import { createSessionCookie } from './session-cookie.server.ts'

const NOW_MS = 1_800_000_000_000
const HOUR_MS = 3_600_000
const requestWith = (setCookie: string) =>
  new Request('http://desk/', { headers: { cookie: setCookie.split(';')[0] ?? '' } })

test('over HTTPS the cookie is for this host alone, and for HTTPS alone', async () => {
  const { write } = createSessionCookie('https://errata.example.com', ['a secret'])
  expect(await write('s', NOW_MS)).toMatch(
    /^__Host-errata=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('over HTTP browsers would refuse that name', async () => {
  const { write } = createSessionCookie('http://127.0.0.1:3000', ['a secret'])
  expect(await write('s', NOW_MS)).toMatch(/^errata_session=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('a cookie of either name is not one of the other', async () => {
  const [plain, secure] = [createSessionCookie('http://desk', ['k']), createSessionCookie('https://desk', ['k'])]
  expect(await secure.read(requestWith(await plain.write('s', NOW_MS)), NOW_MS)).toBeUndefined()
})

test('after twelve hours without a request it opens nothing', async () => {
  const { read, write } = createSessionCookie('https://desk', ['a secret'])
  const request = requestWith(await write('s', NOW_MS))
  expect(await read(request, NOW_MS + 12 * HOUR_MS - 1)).toEqual({ id: 's', seenMs: NOW_MS })
  expect(await read(request, NOW_MS + 12 * HOUR_MS)).toBeUndefined()
})

test('while a key is replaced, cookies of both are read, and new ones are of the newer', async () => {
  const before = createSessionCookie('https://desk', ['old'])
  const meanwhile = createSessionCookie('https://desk', ['new', 'old'])
  const after = createSessionCookie('https://desk', ['new'])
  const [old, fresh] = [requestWith(await before.write('s', NOW_MS)), requestWith(await meanwhile.write('s', NOW_MS))]
  expect(await meanwhile.read(old, NOW_MS)).toBeDefined()
  expect(await after.read(fresh, NOW_MS)).toBeDefined()
  expect(await after.read(old, NOW_MS)).toBeUndefined()
})
