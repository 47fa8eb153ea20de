import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Store } from '../../store/store.ts'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { createAccess, requireAccounts } from './access.server.ts'

const GROUPS = {
  ERRATA_ADMIN_GROUPS: 'sre',
  ERRATA_TRIAGER_GROUPS: 'cn=dev,dc=example;qa',
  ERRATA_VIEWER_GROUPS: 'dev',
}

function openDesk(store: Store, settings: Readonly<Record<string, string>> = {}) {
  const config = readConfig({
    ERRATA_LOGIN: 'proxy',
    ERRATA_SECRET_KEY: 'a secret that is long enough for this',
    ERRATA_PROXY_ADDRESSES: '127.0.0.1',
    ...GROUPS,
    ...settings,
  })
  return requireAccounts(createAccess({ config, store }))
}

type Desk = ReturnType<typeof openDesk>

const find = (desk: Desk, headers: Record<string, string>) => desk.findReader(new Request('http://desk/', { headers }))

/** As server.ts marks what came from a proxy. */
const fromProxy = (headers: Record<string, string>) => ({ 'x-errata-trusted-peer': '1', ...headers })
const asAnn = (groups: string) =>
  fromProxy({ 'x-forwarded-user': 'ann', 'x-forwarded-email': 'Ann@example.com', 'x-forwarded-groups': groups })

const typesOf = async (desk: Desk) => (await desk.log.list()).map(({ what }) => what).toSorted()

describe('headers of a trusted peer', () => {
  test('name the reader, with the role of their groups at each request and no session', async () => {
    await using store = await openTestStore()
    const desk = openDesk(store)
    const { reader, cookies } = await find(desk, asAnn('dev'))
    expect(reader).toMatchObject({ name: 'ann', role: 'viewer', session: '' })
    expect(cookies).toEqual([])
    expect((await find(desk, asAnn('dev,sre'))).reader).toMatchObject({ id: reader?.id, role: 'admin' })
    expect((await find(desk, asAnn('dev'))).reader?.role).toBe('viewer')
    expect(desk.log.latest().people.get(reader?.id ?? '')).toMatchObject({ email: 'ann@example.com', role: 'viewer' })
  })

  test('write nothing while nothing changes, and once when requests come at once', async () => {
    await using store = await openTestStore()
    const desk = openDesk(store)
    await Promise.all(Array.from({ length: 10 }, () => find(desk, asAnn('dev'))))
    await find(desk, asAnn('dev'))
    expect(await typesOf(desk)).toEqual(['person', 'role'])
    await find(desk, { ...asAnn('dev'), 'x-forwarded-email': 'ann@other.example' })
    expect(await typesOf(desk)).toEqual(['person', 'person', 'role'])
  })

  test.each([
    ['dev, sre', 'admin'],
    ['qa|other', 'triager'],
    ['cn=dev,dc=example;other', 'triager'],
  ])('%s gives the role %s', async (groups, role) => {
    await using store = await openTestStore()
    expect((await find(openDesk(store), asAnn(groups))).reader?.role).toBe(role)
  })

  test('are read as UTF-8', async () => {
    await using store = await openTestStore()
    const user = Buffer.from('Jürgen').toString('latin1')
    const { reader } = await find(openDesk(store), { ...asAnn('dev'), 'x-forwarded-user': user })
    expect(reader?.name).toBe('Jürgen')
  })

  test('without a group that has a role are refused, and make no account', async () => {
    await using store = await openTestStore()
    const desk = openDesk(store)
    expect(await find(desk, asAnn('sales'))).toMatchObject({ reader: undefined, refused: 'groups' })
    expect(await typesOf(desk)).toEqual([])
  })

  test('of a disabled person are refused', async () => {
    await using store = await openTestStore()
    const desk = openDesk(store)
    const { reader } = await find(desk, asAnn('sre'))
    await desk.log.record({ subject: reader?.id ?? '', what: 'disabled', content: { by: '', disabled: true } })
    expect(await find(desk, asAnn('sre'))).toMatchObject({ reader: undefined, refused: 'disabled' })
  })

  test('with a token of the provider for the proxy count all the same', async () => {
    await using store = await openTestStore()
    const { reader } = await find(openDesk(store), {
      ...asAnn('dev'),
      authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.',
    })
    expect(reader?.name).toBe('ann')
  })
})

test('headers of any other peer say nothing', async () => {
  await using store = await openTestStore()
  const desk = openDesk(store)
  const { 'x-errata-trusted-peer': _, ...headers } = asAnn('sre')
  for (const mark of [{}, { 'x-errata-trusted-peer': '0' }, { 'x-errata-trusted-peer': '1, 1' }])
    expect(await find(desk, { ...headers, ...mark })).toEqual({ reader: undefined, cookies: [] })
})

describe('a signed token', () => {
  const claims = { email: 'ann@example.com', groups: ['sre'] }

  async function openWithTokens(store: Store) {
    const [own, other] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(own.publicKey)), alg: 'ES256', kid: 'one' }] })
    const server = createServer((_, res) => res.setHeader('content-type', 'application/json').end(jwks))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const desk = openDesk(store, {
      ERRATA_PROXY_ADDRESSES: '',
      ERRATA_PROXY_JWT_HEADER: 'X-Proxy-Token',
      ERRATA_PROXY_JWKS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
      ERRATA_PROXY_JWT_ISSUER: 'https://proxy.example',
      ERRATA_PROXY_JWT_AUDIENCE: 'errata',
    })
    const tokenOf = ({
      key = own.privateKey,
      issuer = 'https://proxy.example',
      audience = 'errata',
      until = '5m',
    } = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setSubject('ann')
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime(until)
        .sign(key)
    return { desk, tokenOf, otherKey: other.privateKey, [Symbol.dispose]: () => void server.close() }
  }

  test('names the reader, from any peer', async () => {
    await using store = await openTestStore()
    using all = await openWithTokens(store)
    const { reader } = await find(all.desk, { 'x-proxy-token': await all.tokenOf() })
    expect(reader).toMatchObject({ name: 'ann@example.com', role: 'admin', session: '' })
    expect((await find(all.desk, { 'x-proxy-token': `Bearer ${await all.tokenOf()}` })).reader?.id).toBe(reader?.id)
  })

  test('of another key, issuer or audience, expired, unsigned or changed is refused', async () => {
    await using store = await openTestStore()
    using all = await openWithTokens(store)
    const good = await all.tokenOf()
    const [, payload = ''] = good.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const bad = await Promise.all([
      all.tokenOf({ key: all.otherKey }),
      all.tokenOf({ issuer: 'https://other.example' }),
      all.tokenOf({ audience: 'another application' }),
      all.tokenOf({ until: '-1m' }),
    ])
    for (const token of [...bad, unsigned, good.replace(payload, payload.slice(1)), 'none'])
      expect(await find(all.desk, { 'x-proxy-token': token })).toMatchObject({ reader: undefined, refused: 'token' })
  })

  test('is needed: headers of a peer say nothing without it', async () => {
    await using store = await openTestStore()
    using all = await openWithTokens(store)
    const { 'x-errata-trusted-peer': _, ...headers } = asAnn('sre')
    expect((await find(all.desk, headers)).reader).toBeUndefined()
  })
})
