import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Store } from '../../store/store.ts'
import { StoreError } from '../../store/store-error.ts'
import { freePorts } from '../../test/free-ports.ts'
import {
  CLIENT,
  type ProviderPerson,
  type RunningProvider,
  signInAtProvider,
  startIdentityProvider,
} from '../../test/identity-provider/start-identity-provider.ts'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { createAccess, requireProvider } from './access.server.ts'
import { ProviderError } from './identity-provider.server.ts'
import { beginProviderSignIn, finishProviderSignIn, signOut } from './provider-sign-in.server.ts'
import { passwordPersonId } from './sign-in.server.ts'

const PUBLIC_URL = 'http://127.0.0.1:3000'
const MINUTE_MS = 60_000

interface DeskOptions {
  readonly store: Store
  readonly issuer: string
  readonly clock?: { aheadMs: number }
  readonly settings?: Readonly<Record<string, string>>
}

/** A desk without its pages, whose clock tests move ahead. */
function openDesk({ store, issuer, clock, settings }: DeskOptions) {
  const config = readConfig({
    ERRATA_LOGIN: 'oidc',
    ERRATA_URL: PUBLIC_URL,
    ERRATA_SECRET_KEY: 'a secret that is long enough for this',
    ERRATA_ADMIN_GROUPS: 'sre',
    ERRATA_VIEWER_GROUPS: 'dev',
    ERRATA_OIDC_ISSUER: issuer,
    ERRATA_OIDC_CLIENT_ID: CLIENT.id,
    ERRATA_OIDC_CLIENT_SECRET: CLIENT.secret,
    ...settings,
  })
  return requireProvider(createAccess({ config, store, nowMs: () => Date.now() + (clock?.aheadMs ?? 0) }))
}

type Desk = ReturnType<typeof openDesk>

const requestWith = (cookies: readonly string[]) =>
  new Request(PUBLIC_URL, { headers: { cookie: cookies.map(cookie => cookie.split(';', 1)[0]).join('; ') } })

const begin = (desk: Desk, back = '/issues?q=a') => beginProviderSignIn(desk, requestWith([]), back)

/** Signs a person in, in a browser of their own. */
async function signIn(desk: Desk, provider: RunningProvider, sub: string) {
  provider.atBrowser = sub
  const { url, cookies } = await begin(desk)
  const sentBack = await signInAtProvider(url, provider.issuer)
  const finished = await finishProviderSignIn(desk, requestWith(cookies), sentBack.search)
  return { ...finished, readerNow: () => desk.findReader(requestWith(finished.cookies)).then(found => found.reader) }
}

const ANN: ProviderPerson = { name: 'Ann Example', email: 'ann@example.com', groups: ['dev'] }

interface AllOptions {
  readonly clock?: { aheadMs: number }
  readonly clientAuth?: 'client_secret_basic' | 'client_secret_post' | 'none'
  readonly hasRefreshTokens?: boolean
}

async function openAll({ clock, ...options }: AllOptions = {}) {
  const all = new AsyncDisposableStack()
  const [port = 0] = await freePorts(1)
  const store = all.use(await openTestStore())
  const provider = all.use(await startIdentityProvider({ port, publicUrl: PUBLIC_URL, ...options }))
  provider.people.set('ann', ANN)
  const settings = options.clientAuth === 'none' ? { ERRATA_OIDC_CLIENT_SECRET: '' } : {}
  const desk = openDesk({ store, issuer: provider.issuer, settings, ...(clock && { clock }) })
  return { store, provider, desk, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

describe('a sign-in at the identity provider', () => {
  test('asks with PKCE S256, state and nonce, and leads back as the person', async () => {
    await using all = await openAll()
    const { searchParams } = new URL((await begin(all.desk)).url)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    expect(searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
    expect(searchParams.get('redirect_uri')).toBe('http://127.0.0.1:3000/sign-in/callback')
    const { back, refused, readerNow } = await signIn(all.desk, all.provider, 'ann')
    expect({ back, refused }).toEqual({ back: '/issues?q=a', refused: undefined })
    expect(await readerNow()).toMatchObject({ name: 'Ann Example', role: 'viewer' })
  })

  test.each(['client_secret_post', 'none'] as const)('works where the client authenticates by %s', async clientAuth => {
    await using all = await openAll({ clientAuth })
    expect(await (await signIn(all.desk, all.provider, 'ann')).readerNow()).toMatchObject({ name: 'Ann Example' })
  })

  test('is refused in a browser that did not begin it', async () => {
    await using all = await openAll()
    all.provider.atBrowser = 'ann'
    const { url } = await begin(all.desk)
    const { cookies: ofAnother } = await begin(all.desk)
    const { search } = await signInAtProvider(url, all.provider.issuer)
    for (const cookies of [[], ofAnother])
      expect(await finishProviderSignIn(all.desk, requestWith(cookies), search)).toMatchObject({ refused: 'attempt' })
    expect(all.provider.tokenRequests).toBe(0)
  })

  test('works in two tabs at once', async () => {
    await using all = await openAll()
    all.provider.atBrowser = 'ann'
    const one = await begin(all.desk, '/one')
    const other = await begin(all.desk, '/other')
    const cookies = [...one.cookies, ...other.cookies]
    for (const [{ url }, back] of [[one, '/one'] as const, [other, '/other'] as const]) {
      const { search } = await signInAtProvider(url, all.provider.issuer)
      const finished = await finishProviderSignIn(all.desk, requestWith(cookies), search)
      expect(finished).toMatchObject({ back })
      expect(finished.refused).toBeUndefined()
    }
  })

  test('keeps at most five attempts of a browser', async () => {
    await using all = await openAll()
    const sent: string[] = []
    for (let i = 0; i < 5; i++) sent.push(...(await begin(all.desk)).cookies)
    const { cookies } = await beginProviderSignIn(all.desk, requestWith(sent), '/')
    expect(cookies).toHaveLength(2)
    expect(cookies[0]).toContain(sent[0]?.split('=', 1)[0])
    expect(cookies[0]).toContain('Max-Age=0')
  })

  test('begun five times from the longest addresses fits a line of 8 KB, which nginx takes', async () => {
    await using all = await openAll()
    for (let chars = 100; chars <= 2_000; chars += 100) {
      const { cookies } = await begin(all.desk, `/traces?q=${'q'.repeat(chars)}`)
      expect(5 * (cookies[0]?.split(';', 1)[0]?.length ?? 0)).toBeLessThan(7_500)
    }
  })

  test('ends the session that the browser had', async () => {
    await using all = await openAll()
    const first = await signIn(all.desk, all.provider, 'ann')
    const { url, cookies } = await begin(all.desk)
    const { search } = await signInAtProvider(url, all.provider.issuer)
    await finishProviderSignIn(all.desk, requestWith([...cookies, ...first.cookies]), search)
    expect(await first.readerNow()).toBeUndefined()
    expect(all.desk.log.latest().sessions.size).toBe(1)
  })

  test('cannot be repeated with the same code', async () => {
    await using all = await openAll()
    all.provider.atBrowser = 'ann'
    const { url, cookies } = await begin(all.desk)
    const { search } = await signInAtProvider(url, all.provider.issuer)
    const first = await finishProviderSignIn(all.desk, requestWith(cookies), search)
    expect(first.refused).toBeUndefined()
    expect(await finishProviderSignIn(all.desk, requestWith(cookies), search)).toMatchObject({ refused: 'invalid' })
  })

  test('is refused with the code of another attempt, whose PKCE verifier and nonce are others', async () => {
    await using all = await openAll()
    all.provider.atBrowser = 'ann'
    const own = await begin(all.desk)
    const other = await begin(all.desk)
    const sentBack = await signInAtProvider(own.url, all.provider.issuer)
    const stolen = await signInAtProvider(other.url, all.provider.issuer)
    sentBack.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    const finished = await finishProviderSignIn(all.desk, requestWith(own.cookies), sentBack.search)
    expect(finished).toMatchObject({ refused: 'invalid' })
  })

  test('is refused if the ID token has the nonce of another attempt', async () => {
    await using all = await openAll()
    all.provider.atBrowser = 'ann'
    const checks = { state: 'of this attempt', nonce: 'of this attempt', verifier: 'v'.repeat(43) }
    const { search } = await signInAtProvider((await all.desk.provider.startUrl(checks)).href, all.provider.issuer)
    const exchanged = all.desk.provider.exchangeCode(search, { ...checks, nonce: 'of another attempt' })
    await expect(exchanged).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('is refused when another issuer sent the browser back', async () => {
    await using all = await openAll()
    all.provider.atBrowser = 'ann'
    const { url, cookies } = await begin(all.desk)
    const sentBack = await signInAtProvider(url, all.provider.issuer)
    sentBack.searchParams.set('iss', 'https://login.attacker.example')
    const finished = await finishProviderSignIn(all.desk, requestWith(cookies), sentBack.search)
    expect(finished).toMatchObject({ refused: 'invalid' })
    expect(all.provider.tokenRequests).toBe(0)
  })

  test('that the person cancels is refused, and says so', async () => {
    await using all = await openAll()
    expect(await signIn(all.desk, all.provider, '')).toMatchObject({ refused: 'denied', back: '/issues?q=a' })
  })

  test('with a cookie whose signature is wrong is none', async () => {
    await using all = await openAll()
    all.provider.atBrowser = 'ann'
    const { url, cookies } = await begin(all.desk)
    const { search } = await signInAtProvider(url, all.provider.issuer)
    const forged = cookies.map(cookie => cookie.replace(/\.[^.;]{4}/, '.AAAA'))
    expect(await finishProviderSignIn(all.desk, requestWith(forged), search)).toMatchObject({ refused: 'attempt' })
  })
})

describe('a person', () => {
  test('is another one with another subject, whatever the address', async () => {
    await using all = await openAll()
    all.provider.people.set('eve', { ...ANN, groups: ['dev'] })
    const ann = await (await signIn(all.desk, all.provider, 'ann')).readerNow()
    const eve = await (await signIn(all.desk, all.provider, 'eve')).readerNow()
    expect(eve?.name).toBe(ann?.name)
    expect(eve?.id).not.toBe(ann?.id)
  })

  test('is not who has the same address and a password', async () => {
    await using all = await openAll()
    const reader = await (await signIn(all.desk, all.provider, 'ann')).readerNow()
    expect(reader?.id).not.toBe(passwordPersonId(all.desk, all.desk.log.latest(), ANN.email))
  })

  test('in no group with a role is refused, and no account is made', async () => {
    await using all = await openAll()
    all.provider.people.set('ann', { ...ANN, groups: ['sales'] })
    expect(await signIn(all.desk, all.provider, 'ann')).toMatchObject({ refused: 'groups' })
    expect(all.desk.log.latest().people.size).toBe(0)
  })

  test('has the role of their groups at each sign-in, up and down, under a new name too', async () => {
    await using all = await openAll()
    for (const [groups, role] of [
      [['dev'], 'viewer'] as const,
      [['dev', 'sre'], 'admin'] as const,
      [['dev'], 'viewer'] as const,
    ]) {
      all.provider.people.set('ann', { ...ANN, name: `Ann, ${role}`, groups })
      const { readerNow } = await signIn(all.desk, all.provider, 'ann')
      expect(await readerNow()).toMatchObject({ name: `Ann, ${role}`, role })
    }
    expect(all.desk.log.latest().people.size).toBe(1)
  })

  test('of whom nothing changed is not recorded again', async () => {
    await using all = await openAll()
    await signIn(all.desk, all.provider, 'ann')
    await signIn(all.desk, all.provider, 'ann')
    const types = (await all.desk.log.list()).map(({ what }) => what)
    expect(types.toSorted()).toEqual(['person', 'role', 'session-started', 'session-started'])
  })

  test.each(['disabled', 'removed'] as const)('who was %s is refused, whatever their groups', async what => {
    await using all = await openAll()
    const reader = await (await signIn(all.desk, all.provider, 'ann')).readerNow()
    const subject = reader?.id ?? ''
    await all.desk.log.record(
      what === 'disabled'
        ? { subject, what, content: { by: '', disabled: true } }
        : { subject, what, content: { by: '' } },
    )
    expect(await signIn(all.desk, all.provider, 'ann')).toMatchObject({ refused: 'disabled' })
  })
})

describe('a session', () => {
  test('is confirmed by the provider after 15 minutes, with the role and name of then', async () => {
    const clock = { aheadMs: 0 }
    await using all = await openAll({ clock })
    const { readerNow } = await signIn(all.desk, all.provider, 'ann')
    all.provider.people.set('ann', { ...ANN, name: 'Ann Other', groups: ['sre'] })
    clock.aheadMs += 14 * MINUTE_MS
    expect(await readerNow()).toMatchObject({ name: 'Ann Example', role: 'viewer' })
    expect(all.provider.tokenRequests).toBe(1)
    clock.aheadMs += 2 * MINUTE_MS
    expect(await readerNow()).toMatchObject({ name: 'Ann Other', role: 'admin' })
    expect(await readerNow()).toMatchObject({ name: 'Ann Other', role: 'admin' })
    expect(all.provider.tokenRequests).toBe(2)
  })

  test('is confirmed once, however many requests come at once, and again with the next refresh token', async () => {
    const clock = { aheadMs: 0 }
    await using all = await openAll({ clock })
    const { readerNow } = await signIn(all.desk, all.provider, 'ann')
    for (const tokenRequests of [2, 3]) {
      clock.aheadMs += 16 * MINUTE_MS
      const readers = await Promise.all(Array.from({ length: 10 }, readerNow))
      expect(readers.map(reader => reader?.name)).toEqual(Array(10).fill('Ann Example'))
      expect(all.provider.tokenRequests).toBe(tokenRequests)
    }
  })

  test('ends everywhere when the provider does not know the person any more', async () => {
    const clock = { aheadMs: 0 }
    await using all = await openAll({ clock })
    const { readerNow } = await signIn(all.desk, all.provider, 'ann')
    all.provider.people.delete('ann')
    clock.aheadMs += 16 * MINUTE_MS
    expect(await readerNow()).toBeUndefined()
    expect(all.desk.log.latest().sessions.size).toBe(0)
  })

  test('ends when the person is in no group with a role any more', async () => {
    const clock = { aheadMs: 0 }
    await using all = await openAll({ clock })
    const { readerNow } = await signIn(all.desk, all.provider, 'ann')
    all.provider.people.set('ann', { ...ANN, groups: [] })
    clock.aheadMs += 16 * MINUTE_MS
    expect(await readerNow()).toBeUndefined()
    expect(all.desk.log.latest().sessions.size).toBe(0)
  })

  test('that another desk has confirmed since is not confirmed again', async () => {
    const clock = { aheadMs: 0 }
    await using all = await openAll({ clock })
    const other = openDesk({ store: all.store, issuer: all.provider.issuer, clock })
    const { cookies, readerNow } = await signIn(all.desk, all.provider, 'ann')
    clock.aheadMs += 16 * MINUTE_MS
    await other.log.readNow()
    await readerNow()
    clock.aheadMs += 1_001
    expect((await other.findReader(requestWith(cookies))).reader?.name).toBe('Ann Example')
    expect(all.provider.tokenRequests).toBe(2)
  })

  test('goes on where another desk has used the refresh token a moment ago', async () => {
    const clock = { aheadMs: 0 }
    await using all = await openAll({ clock })
    const other = openDesk({ store: all.store, issuer: all.provider.issuer, clock })
    const { cookies, readerNow } = await signIn(all.desk, all.provider, 'ann')
    clock.aheadMs += 16 * MINUTE_MS
    await other.log.readNow()
    expect((await readerNow())?.name).toBe('Ann Example')
    expect((await other.findReader(requestWith(cookies))).reader?.name).toBe('Ann Example')
  })

  test('goes on for an hour without the provider, then is refused, and goes on when it is back', async () => {
    const clock = { aheadMs: 0 }
    await using all = await openAll({ clock })
    const { readerNow } = await signIn(all.desk, all.provider, 'ann')
    await all.provider.goAway()
    clock.aheadMs += 59 * MINUTE_MS
    expect((await readerNow())?.name).toBe('Ann Example')
    clock.aheadMs += 2 * MINUTE_MS
    expect(await readerNow()).toBeUndefined()
    expect(all.desk.log.latest().sessions.size).toBe(1)
    await all.provider.comeBack()
    clock.aheadMs += MINUTE_MS
    expect((await readerNow())?.name).toBe('Ann Example')
  })

  test('without a refresh token holds for 24 hours', async () => {
    const clock = { aheadMs: 0 }
    await using all = await openAll({ clock, hasRefreshTokens: false })
    const { cookies } = await signIn(all.desk, all.provider, 'ann')
    let sent = cookies
    for (const hours of [11, 22, 23.9]) {
      clock.aheadMs = hours * 60 * MINUTE_MS
      const found = await all.desk.findReader(requestWith(sent))
      expect(found.reader?.name).toBe('Ann Example')
      sent = found.cookies // written again, or it would be idle for too long
    }
    clock.aheadMs = 24 * 60 * MINUTE_MS
    expect((await all.desk.findReader(requestWith(sent))).reader).toBeUndefined()
    expect(all.provider.tokenRequests).toBe(1)
  })

  test('loses no refresh token to a database that was away for a moment', async () => {
    const clock = { aheadMs: 0 }
    await using all = await openAll({ clock })
    let isAway = false
    const store: Store = {
      ...all.store,
      insertRows: insert => (isAway ? Promise.reject(new StoreError('away', undefined)) : all.store.insertRows(insert)),
    }
    const desk = openDesk({ store, issuer: all.provider.issuer, clock })
    const { readerNow } = await signIn(desk, all.provider, 'ann')
    clock.aheadMs += 16 * MINUTE_MS
    isAway = true
    expect((await readerNow())?.name).toBe('Ann Example')
    expect(all.provider.tokenRequests).toBe(2)
    isAway = false
    clock.aheadMs += MINUTE_MS
    expect((await readerNow())?.name).toBe('Ann Example')
    expect(all.provider.tokenRequests).toBe(2)
    clock.aheadMs += 16 * MINUTE_MS
    expect((await readerNow())?.name).toBe('Ann Example')
    expect(all.provider.tokenRequests).toBe(3)
  })

  test('ends at the provider too, by its own page, which leads back', async () => {
    await using all = await openAll()
    const { cookies } = await signIn(all.desk, all.provider, 'ann')
    const { providerUrl = '' } = await signOut(all.desk, requestWith(cookies))
    const url = new URL(providerUrl)
    expect(url.origin + url.pathname).toBe(`${all.provider.issuer}/session/end`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'errata',
      post_logout_redirect_uri: 'http://127.0.0.1:3000/sign-in?signed-out=1',
    })
    expect((await all.desk.findReader(requestWith(cookies))).reader).toBeUndefined()
  })
})

test('a provider that is down is told as such, and is used within five seconds after it is up', async () => {
  const clock = { aheadMs: 0 }
  await using store = await openTestStore()
  const [port = 0] = await freePorts(1)
  const desk = openDesk({ store, issuer: `http://127.0.0.1:${port}`, clock })
  const refused = begin(desk)
  await expect(refused).rejects.toThrow(ProviderError)
  await expect(refused).rejects.toMatchObject({ kind: 'unreachable' })
  await using provider = await startIdentityProvider({ port, publicUrl: PUBLIC_URL })
  provider.people.set('ann', ANN)
  await expect(begin(desk)).rejects.toMatchObject({ kind: 'unreachable' })
  clock.aheadMs += 5_000
  expect((await (await signIn(desk, provider, 'ann')).readerNow())?.name).toBe('Ann Example')
})
