import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Store } from '../../store/store.ts'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { type AccountAccess, createAccess, requireAccounts } from './access.server.ts'
import { prepareAccounts } from './prepare-accounts.server.ts'
import {
  acceptInvitation,
  findInvitation,
  invite,
  newPerson,
  signInWithPassword,
  startSession,
} from './sign-in.server.ts'

/** Nobody keeps what they had, by a way that was opened before. */

const KEY = 'a secret that is long enough for this'
const ANN = { email: 'ann@example.com', password: 'a password of hers' }

function openAccess(store: Store, settings: Record<string, string> = {}, aheadMs = () => 0): AccountAccess {
  const config = readConfig({ ERRATA_LOGIN: 'password', ERRATA_SECRET_KEY: KEY, ...settings })
  return requireAccounts(createAccess({ config, store, nowMs: () => Date.now() + aheadMs() }))
}

const secretOf = (link: string) => new URL(link).searchParams.get('token') ?? ''

const addPerson = ({ log }: AccountAccess, id: string, role: 'viewer' | 'admin' = 'admin') =>
  log.record(...newPerson({ id, name: `Name of ${id}`, email: `${id}@example.com`, by: '', role }))

const readerOf = (access: AccountAccess, cookie: string) =>
  access
    .findReader(new Request('http://desk/', { headers: { cookie: cookie.split(';', 1)[0] ?? '' } }))
    .then(({ reader }) => reader)

test.each([
  ['is disabled', { what: 'disabled', content: { by: '', disabled: true } }],
  ['is removed', { what: 'removed', content: { by: '' } }],
  ['is no administrator any more', { what: 'role', content: { by: '', role: 'triager' } }],
] as const)('a link of an administrator who %s makes no account', async (_, change) => {
  await using store = await openTestStore()
  const access = openAccess(store)
  await addPerson(access, 'ann')
  await addPerson(access, 'ben')
  const link = await invite(access, { by: 'ann', role: 'admin' })
  expect(await findInvitation(access, secretOf(link))).toBeDefined()
  await access.log.record({ subject: 'ann', ...change })
  const login = { name: 'Ann', email: 'other@example.com', password: ANN.password }
  expect(await acceptInvitation(access, { secret: secretOf(link), ...login })).toBeUndefined()
  expect(access.log.latest().people.size).toBe(2)
})

test('a link for a new password is dead while its person is disabled', async () => {
  await using store = await openTestStore()
  const access = openAccess(store)
  await addPerson(access, 'ann')
  const link = await invite(access, { by: '', role: 'admin', person: 'ann' })
  await access.log.record({ subject: 'ann', what: 'disabled', content: { by: '', disabled: true } })
  expect(await findInvitation(access, secretOf(link))).toBeUndefined()
})

test('a session of before a person was disabled does not come back when they are enabled', async () => {
  await using store = await openTestStore()
  const access = openAccess(store)
  await addPerson(access, 'ann')
  const cookie = await startSession(access, { person: 'ann', method: 'password' })
  expect(await readerOf(access, cookie)).toMatchObject({ id: 'ann' })
  // The clock tells milliseconds.
  await expect.poll(() => Date.now()).toBeGreaterThan([...access.log.latest().sessions.values()][0]?.startedMs ?? 0)
  for (const disabled of [true, false])
    await access.log.record({ subject: 'ann', what: 'disabled', content: { by: '', disabled } })
  expect(await readerOf(access, cookie)).toBeUndefined()
})

test('who had the address of ERRATA_ADMIN_EMAIL before does not become administrator by an open session', async () => {
  await using store = await openTestStore()
  const folder = mkdtempSync(join(tmpdir(), 'errata-admin-'))
  try {
    const file = join(folder, 'password')
    writeFileSync(file, 'a password of the operator')
    const access = openAccess(store, { ERRATA_ADMIN_EMAIL: ANN.email, ERRATA_ADMIN_PASSWORD_FILE: file })
    const link = await invite(access, { by: '', role: 'viewer' })
    const accepted = await acceptInvitation(access, { secret: secretOf(link), name: 'Mallory', ...ANN })
    const cookie = accepted !== undefined && 'cookie' in accepted ? accepted.cookie : ''
    expect(await readerOf(access, cookie)).toMatchObject({ role: 'viewer' })
    await expect.poll(() => Date.now()).toBeGreaterThan([...access.log.latest().sessions.values()][0]?.startedMs ?? 0)
    await prepareAccounts(access, new AbortController().signal)
    expect(await readerOf(access, cookie)).toBeUndefined()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('an administrator of an identity provider is none where people sign in by password: the first link is printed', async () => {
  await using store = await openTestStore()
  const access = openAccess(store)
  await access.log.record(
    {
      subject: 'ann',
      what: 'person',
      content: { by: '', name: 'Ann', email: '', method: 'oidc', issuer: 'https://id.example', sub: 'ann' },
    },
    { subject: 'ann', what: 'role', content: { by: '', role: 'admin' } },
  )
  const lines: string[] = []
  await prepareAccounts(access, new AbortController().signal, line => lines.push(line))
  expect(lines).toHaveLength(1)
})

test('people sign in after a new secret key was put before the old one, and who was removed stays so', async () => {
  await using store = await openTestStore()
  const before = openAccess(store)
  const link = await invite(before, { by: '', role: 'admin' })
  await acceptInvitation(before, { secret: secretOf(link), name: 'Ann', ...ANN })
  const after = openAccess(store, { ERRATA_SECRET_KEY: `another secret that is long enough,${KEY}` })
  expect(await signInWithPassword(after, { ...ANN, address: '' })).toHaveProperty('cookie')
  expect(after.log.latest().people.size).toBe(1)
})

test('somebody whom a provider names is refused after a change of the secret key if they were disabled before', async () => {
  await using store = await openTestStore()
  const proxy = { ERRATA_LOGIN: 'proxy', ERRATA_PROXY_ADDRESSES: '127.0.0.1', ERRATA_VIEWER_GROUPS: '*' }
  const request = new Request('http://desk/', {
    headers: { 'x-errata-trusted-peer': '1', 'x-forwarded-user': 'ann' },
  })
  const before = openAccess(store, proxy)
  const { reader } = await before.findReader(request)
  await before.log.record({ subject: reader?.id ?? '', what: 'disabled', content: { by: '', disabled: true } })
  const after = openAccess(store, { ...proxy, ERRATA_SECRET_KEY: `another secret that is long enough,${KEY}` })
  expect(await after.findReader(request)).toMatchObject({ reader: undefined, refused: 'disabled' })
})

test('a failed sign-in keeps nothing of what was typed, however long it is', async () => {
  await using store = await openTestStore()
  const access = openAccess(store)
  const names: string[] = []
  const attempts = {
    ...access.attempts,
    fail: (attempt: { readonly name: string; readonly address: string }) => {
      names.push(attempt.name)
      access.attempts.fail(attempt)
    },
  }
  await signInWithPassword({ ...access, attempts }, { ...ANN, email: 'a'.repeat(200_000), address: '' })
  expect(names.map(name => name.length)).toEqual([43])
})

test('a password that was changed on another desk opens nothing two seconds later, not even for a new session', async () => {
  await using store = await openTestStore()
  let aheadMs = 0
  const [one, other] = [openAccess(store), openAccess(store, {}, () => aheadMs)]
  const link = await invite(one, { by: '', role: 'viewer' })
  await acceptInvitation(one, { secret: secretOf(link), name: 'Ann', ...ANN })
  const [id = ''] = (await other.log.readNow()).people.keys()
  const again = await invite(one, { by: '', role: 'viewer', person: id })
  await acceptInvitation(one, { secret: secretOf(again), name: '', email: '', password: 'quite another password' })
  aheadMs = 2_000
  expect(await signInWithPassword(other, { ...ANN, address: '' })).toHaveProperty('refused')
})
