import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Store } from '../../store/store.ts'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { type AccountAccess, createAccess, requireAccounts } from './access.server.ts'
import { createOwnerCommands, type OwnerCommands } from './owner-commands.server.ts'
import { acceptInvitation, signInWithPassword } from './sign-in.server.ts'
import { findTokenReader } from './tokens.server.ts'

const ANN = { name: 'Ann', email: 'ann@example.com', password: 'a password of Ann' }

function openDesk(
  store: Store,
  settings: Record<string, string> = {},
): { access: AccountAccess; owner: OwnerCommands } {
  const config = readConfig({
    ERRATA_LOGIN: 'password',
    ERRATA_SECRET_KEY: 'a secret that is long enough for this',
    ...settings,
  })
  const access = requireAccounts(createAccess({ config, store }))
  return { access, owner: createOwnerCommands({ access, clickhouse: config.clickhouse }) }
}

const secretOf = (link: string) => new URL(link).searchParams.get('token') ?? ''
const roles = async ({ log }: AccountAccess) =>
  [...(await log.readAgain()).people.values()].map(({ name, role, isDisabled }) => ({ name, role, isDisabled }))

test('a reset makes a new administrator, once, whoever is there', async () => {
  await using store = await openTestStore()
  const { access, owner } = openDesk(store)
  const [first, second] = [
    await owner.resetAdmin({ email: '', forgetAccounts: false }),
    await owner.resetAdmin({ email: '', forgetAccounts: false }),
  ]
  expect(await acceptInvitation(access, { secret: secretOf(first), ...ANN })).toHaveProperty('cookie')
  // The first account ends all such links.
  for (const link of [first, second])
    expect(await acceptInvitation(access, { secret: secretOf(link), ...ANN, email: 'b@example.com' })).toBeUndefined()
  expect(await roles(access)).toEqual([{ name: 'Ann', role: 'admin', isDisabled: false }])
})

test('a reset gives a person back what they lost: role, sign-in and password', async () => {
  await using store = await openTestStore()
  const { access, owner } = openDesk(store)
  const link = await owner.resetAdmin({ email: '', forgetAccounts: false })
  await acceptInvitation(access, { secret: secretOf(link), ...ANN })
  const [id = ''] = access.log.latest().people.keys()
  await access.log.record(
    { subject: id, what: 'role', content: { by: '', role: 'viewer' } },
    { subject: id, what: 'disabled', content: { by: '', disabled: true } },
  )
  const again = await owner.resetAdmin({ email: ' ANN@example.com', forgetAccounts: false })
  const password = 'another password of hers'
  expect(await acceptInvitation(access, { secret: secretOf(again), ...ANN, password })).toHaveProperty('cookie')
  expect(await roles(access)).toEqual([{ name: 'Ann', role: 'admin', isDisabled: false }])
  expect(await signInWithPassword(access, { ...ANN, password, address: '' })).toHaveProperty('cookie')
  expect(await signInWithPassword(access, { ...ANN, address: '' })).toHaveProperty('refused')
})

test('a reset for an address that nobody has is refused', async () => {
  await using store = await openTestStore()
  const { owner } = openDesk(store)
  await expect(owner.resetAdmin({ email: 'x@example.com', forgetAccounts: false })).rejects.toThrow(
    /^Nobody signs in as x@example.com/,
  )
})

test('with another key a reset does nothing, until it is told to begin anew', async () => {
  await using store = await openTestStore()
  const before = openDesk(store, { ERRATA_SECRET_KEY: 'the key that is lost and long enough for this' })
  const link = await before.owner.resetAdmin({ email: '', forgetAccounts: false })
  await acceptInvitation(before.access, { secret: secretOf(link), ...ANN })
  const { access, owner } = openDesk(store)
  await expect(owner.resetAdmin({ email: '', forgetAccounts: false })).rejects.toThrow(
    /ERRATA_SECRET_KEY.*--forget-accounts/,
  )
  const fresh = await owner.resetAdmin({ email: '', forgetAccounts: true })
  expect(await roles(access)).toEqual([])
  expect(await acceptInvitation(access, { secret: secretOf(fresh), ...ANN })).toHaveProperty('cookie')
  expect(await roles(openDesk(store).access)).toEqual([{ name: 'Ann', role: 'admin', isDisabled: false }])
})

test('where nobody signs in, and where a proxy does it, there is nothing to reset', async () => {
  await using store = await openTestStore()
  const reset = (settings: Record<string, string>) => {
    const config = readConfig(settings)
    const owner = createOwnerCommands({ access: createAccess({ config, store }), clickhouse: config.clickhouse })
    return owner.resetAdmin({ email: '', forgetAccounts: false })
  }
  await expect(reset({})).rejects.toThrow(/^ERRATA_LOGIN is none/)
  const proxy = { ERRATA_LOGIN: 'proxy', ERRATA_PROXY_ADDRESSES: '127.0.0.1', ERRATA_ADMIN_GROUPS: 'sre' }
  const key = { ERRATA_SECRET_KEY: 'a secret that is long enough for this' }
  await expect(reset({ ...proxy, ...key })).rejects.toThrow(/^ERRATA_LOGIN is proxy/)
})

test('a token is made for a program, listed, does what its scope says, and is ended', async () => {
  await using store = await openTestStore()
  const { access, owner } = openDesk(store)
  const text = await owner.createToken({ name: 'ci', scope: 'triage', days: 7 })
  const roleOf = async () => (await findTokenReader(access.log, text, Date.now())).reader?.role

  expect(await roleOf()).toBe('triager')
  const [token, ...others] = await owner.listTokens()
  expect(token).toMatchObject({ name: 'ci', scopes: ['triage'], owner: '' })
  expect(others).toEqual([])
  await owner.endToken(token?.id ?? '')
  await access.log.readNow()
  expect(await roleOf()).toBeUndefined()
  await expect(owner.endToken(token?.id ?? '')).rejects.toThrow(/^There is no token/)
})

test.each([
  [{ name: 'ci', scope: 'everything', days: 7 }, /^There is no scope "everything": one of read, triage, admin/],
  [{ name: '', scope: 'read', days: 7 }, /^A token needs a name/],
  [{ name: 'ci', scope: 'read', days: 0 }, /^A token expires after 1 to 365 days/],
])('the token %j is refused', async (token, sentence) => {
  await using store = await openTestStore()
  await expect(openDesk(store).owner.createToken(token)).rejects.toThrow(sentence)
})

test('where nobody signs in there are no tokens', async () => {
  await using store = await openTestStore()
  const config = readConfig({})
  const owner = createOwnerCommands({ access: createAccess({ config, store }), clickhouse: config.clickhouse })
  await expect(owner.listTokens()).rejects.toThrow(/^ERRATA_LOGIN is none/)
})
