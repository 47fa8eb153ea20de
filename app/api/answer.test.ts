import { beforeAll, describe, expect, test } from 'vitest'
import { exceptionRow } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { startSession } from '../access/sign-in.server.ts'
import { createToken } from '../access/tokens.server.ts'
import { openApi } from './open-api.test-data.ts'
import { OPERATIONS } from './operations.ts'

/** Every operation is held to answer those who may use it, and to refuse all others. */

const store = shareTestStore([
  exceptionRow({ attributes: { 'errata.issue.fingerprint': 'known' }, resource: { 'service.version': '1' } }),
])

/** A path that leads to an operation, whether or not there is such a thing. */
const pathOf = (path: string) =>
  path
    .replace('{trace}', 'a'.repeat(32))
    .replace('{span}', 'b'.repeat(16))
    .replace(/\{(exception|record)\}/, `1-${'c'.repeat(16)}`)
    .replace(/\{\w+\}/g, 'nothing')

const RANKS = { viewer: 0, triager: 1, admin: 2 } as const
const SCOPE_RANKS = { read: 0, triage: 1, admin: 2 } as const

describe('each operation', () => {
  let api: ReturnType<typeof openApi>
  const tokens = new Map<keyof typeof SCOPE_RANKS, string>()
  beforeAll(async () => {
    api = openApi(store(), { hasAccounts: true })
    for (const scope of ['read', 'triage', 'admin'] as const) {
      tokens.set(scope, await api.makeToken('admin', scope, `scope-${scope}`))
    }
  })

  test.each(OPERATIONS)('$id answers tokens with its scope, and no others', async ({ method, path, permission }) => {
    for (const [scope, token] of tokens) {
      const { status } = await api.call(pathOf(path), { method, token, ...(method === 'POST' && { body: {} }) })
      const isAllowed = SCOPE_RANKS[scope] >= RANKS[permission]
      expect(isAllowed ? status !== 403 && status !== 401 : status === 403, `${scope}: ${status}`).toBe(true)
    }
    expect((await api.call(pathOf(path), { method })).status).toBe(401)
  })
})

test('a token may no more than its owner', async () => {
  const api = openApi(store(), { hasAccounts: true })
  const token = await api.makeToken('viewer', 'admin')
  const body = { action: 'acknowledge' }
  const response = await api.call('/issues/known/actions', { method: 'POST', token, body })
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="triage"',
  ])
})

test('a token that nobody owns is named as the author of what it did, also once it was ended', async () => {
  const api = openApi(store(), { hasAccounts: true })
  if (api.access.mode === 'none') expect.fail('Nobody signs in.')
  const { log } = api.access
  const service = { by: '', owner: '', name: 'ci', role: 'triager', scopes: ['triage'] } as const
  const token = await createToken(log, { ...service, untilMs: Date.now() + 3_600_000 })
  const told = { token, method: 'POST', body: { service: 'by-token', release: '1', by: 'ann' } }
  expect(await api.read('/deploys', told)).toMatchObject({ by: 'token ci' })
  await log.record({ subject: token.split('_')[1] ?? '', what: 'token-ended', content: { by: '' } })
  const reader = await api.makeToken('viewer', 'read')
  expect(await api.read('/deploys?service=by-token', { token: reader })).toMatchObject({ items: [{ by: 'token ci' }] })
})

test('a cookie is no token', async () => {
  const api = openApi(store(), { hasAccounts: true })
  const { access } = api
  if (access.mode === 'none') throw new Error('Nobody signs in.')
  await api.makeToken('admin', 'admin', 'with-session')
  const cookie = (await startSession(access, { person: 'with-session', method: 'password' })).split(';')[0] ?? ''
  const request = new Request('http://desk/', { headers: { cookie } })
  expect((await access.findReader(request)).reader?.role).toBe('admin')
  expect((await api.call('/issues', { headers: { cookie } })).status).toBe(401)
})

test('an ended or changed token is refused as such', async () => {
  const api = openApi(store(), { hasAccounts: true })
  const token = await api.makeToken('viewer', 'read')
  const response = await api.call('/issues', { token: token.slice(0, -1) })
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  expect(await response.json()).toMatchObject({ type: 'docs/api.md#token-invalid', status: 401 })
})

test.each([
  { origin: 'http://desk' },
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'cross-site' },
])('no page in a browser is answered, also where nobody signs in: %j', async headers => {
  const response = await openApi(store()).call('/issues', { headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([403, 'application/problem+json'])
})

test('where nobody signs in, programs need no token', async () => {
  expect((await openApi(store()).call('/issues')).status).toBe(200)
})

test('anybody may read what the API is', async () => {
  const response = await openApi(store(), { hasAccounts: true }).call('/openapi.json')
  expect(await response.json()).toMatchObject({ openapi: '3.1.1' })
})

const cursorOf = (...parts: readonly unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

test.each<[string, RequestInit['method'], number, object]>([
  ['/issues?limit=201', 'GET', 400, { errors: [{ parameter: 'limit' }] }],
  ['/issues?limit=0', 'GET', 400, { errors: [{ parameter: 'limit' }] }],
  ['/issues?sort=best', 'GET', 400, { errors: [{ parameter: 'sort' }] }],
  ['/issues?nosuch=1', 'GET', 400, { errors: [{ parameter: 'nosuch' }] }],
  ['/issues?limit=1&limit=2', 'GET', 400, { errors: [{ parameter: 'limit' }] }],
  ['/issues?last=3y', 'GET', 400, { errors: [{ parameter: 'last' }] }],
  ['/issues?from=2026-02-30', 'GET', 400, { errors: [{ parameter: 'from' }] }],
  ['/issues?q=nosuch:1', 'GET', 400, { errors: [{ parameter: 'q' }] }],
  ['/issues?cursor=abc', 'GET', 400, { errors: [{ parameter: 'cursor' }] }],
  [
    `/logs?cursor=${cursorOf('', '0', '1', 0, ['abc', 'b'.repeat(16)])}`,
    'GET',
    400,
    { errors: [{ parameter: 'cursor' }] },
  ],
  ['/traces/12', 'GET', 400, { errors: [{ parameter: 'trace' }] }],
  ['/spans/groups?by=nosuch', 'GET', 400, { errors: [{ parameter: 'by' }] }],
  ['/nosuch', 'GET', 404, { type: 'docs/api.md#not-found' }],
  ['/issues/nosuch', 'GET', 404, { type: 'docs/api.md#not-found' }],
  ['/exceptions/1-0000000000000001', 'GET', 404, { type: 'docs/api.md#not-found' }],
  ['/exceptions/nosuch', 'GET', 404, { type: 'docs/api.md#not-found' }],
  ['/issues', 'POST', 405, { type: 'docs/api.md#method-not-allowed' }],
])('%s %s is refused with %i and a problem', async (path, method = 'GET', status, problem) => {
  const response = await openApi(store()).call(path, { method })
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({ status, ...problem })
  expect(response.status).toBe(status)
})

test('a body is JSON, and its faults are told by place', async () => {
  const api = openApi(store())
  const call = async (init: Parameters<typeof api.call>[1]) =>
    (await api.call('/issues/known/actions', { method: 'POST', ...init })).json()
  expect(await call({})).toMatchObject({ status: 415 })
  expect(await call({ body: { action: 'assign', owner: '' } })).toMatchObject({ errors: [{ pointer: '#/owner' }] })
  expect(await call({ body: { action: 'fly' } })).toMatchObject({ errors: [{ pointer: '#/action' }] })
  expect(await call({ body: { action: 'unmute', by: 'ann', also: 1 } })).toMatchObject({
    errors: [{ pointer: '#/also' }],
  })
  expect(await call({ body: { action: 'unmute' } })).toMatchObject({ errors: [{ pointer: '#/by' }] })
})

test('answers say how many more requests are allowed, and refusals when the next one is', async () => {
  const api = openApi(store(), { perMinute: 2 })
  const first = await api.call('/issues?limit=1')
  expect([first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual([
    '"requests";q=2;w=60',
    '"requests";r=1;t=30',
  ])
  await api.call('/issues?limit=1')
  const third = await api.call('/issues?limit=1')
  expect(third.status).toBe(429)
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('nothing that is answered is stored by others', async () => {
  const { headers } = await openApi(store()).call('/issues')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('an issue is not sent again to who has it as it is', async () => {
  const api = openApi(store())
  const from = new Date(Date.now() - 60_000).toISOString()
  const path = `/issues/known?from=${from}&to=${new Date(Date.now() + 1).toISOString()}`
  const etag = (await api.call(path)).headers.get('etag') ?? ''
  expect((await api.call(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const done = await api.call('/issues/known/actions', {
    method: 'POST',
    body: { action: 'comment', text: 'seen', by: 'ann' },
  })
  expect(done.status).toBe(201)
  expect((await api.call(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test('who leaves ends what runs for them', async () => {
  const leaving = new AbortController()
  const asked = openApi(store()).call('/issues', { signal: leaving.signal })
  leaving.abort()
  expect((await asked).status).toBe(499)
})
