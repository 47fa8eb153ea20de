import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import type { Store } from '../../../store/store.ts'
import { StoreError } from '../../../store/store-error.ts'
import { openTestStore } from '../../../test/store/open-test-store.ts'
import { accessContext, createAccess, requireAccounts } from '../../access/access.server.ts'
import { type Reader, readerContext } from '../../access/reader.ts'
import { newPerson } from '../../access/sign-in.server.ts'
import { createToken } from '../../access/tokens.server.ts'
import { action as changePeople } from './people.tsx'
import { action as changeTokens } from './tokens.tsx'

/** Forms of settings, sent by those whom the table of permissions lets through. */

function openDesk(store: Store, settings: Record<string, string> = {}) {
  const config = readConfig({
    ERRATA_LOGIN: 'password',
    ERRATA_SECRET_KEY: 'a secret that is long enough',
    ...settings,
  })
  return requireAccounts(createAccess({ config, store }))
}

type Desk = ReturnType<typeof openDesk>

/** What an action reads of its arguments. */
function formOf(access: Desk, reader: Reader | undefined, fields: Record<string, string>) {
  const context = new RouterContextProvider()
  context.set(accessContext, access)
  context.set(readerContext, reader ?? null)
  const request = new Request('http://desk/', { method: 'POST', body: new URLSearchParams(fields) })
  return { context, request } as unknown as Parameters<typeof changePeople>[0] & Parameters<typeof changeTokens>[0]
}

const PROXY = { ERRATA_LOGIN: 'proxy', ERRATA_PROXY_ADDRESSES: '127.0.0.1', ERRATA_ADMIN_GROUPS: '*' }
const SECRET = { ERRATA_SECRET_KEY: 'a secret that is long enough for this' }

async function readerByToken(access: Desk): Promise<Reader | undefined> {
  const made = {
    by: 'ann',
    owner: 'ann',
    name: 'ci',
    role: 'admin',
    scopes: ['admin'],
    untilMs: Date.now() + 60_000,
  } as const
  const token = await createToken(access.log, made)
  const headers = { authorization: `Bearer ${token}` }
  return (await access.findReader(new Request('http://desk/', { headers }))).reader
}

const ANN: Reader = { id: 'ann', name: 'Ann', role: 'admin', session: 's', isProgram: false }
const ann = newPerson({ id: 'ann', name: 'Ann', email: 'ann@example.com', by: '', role: 'admin' })

test('a token that may do everything changes no accounts, so that nobody outlives it', async () => {
  await using store = await openTestStore()
  const access = openDesk(store, SECRET)
  await access.log.record(...ann)
  const reader = await readerByToken(access)
  expect(reader?.role).toBe('admin')
  const fields = [
    { do: 'invite', role: 'admin' },
    { do: 'new-password', person: 'ann' },
    { do: 'role', person: 'ann', role: 'viewer' },
  ]
  for (const form of fields)
    expect(await changePeople(formOf(access, reader, form))).toMatchObject({
      init: { status: 400 },
      data: { link: '' },
    })
  expect(access.log.latest().invitations.size).toBe(0)
})

test('of a person who was removed, no link for a new password has the name', async () => {
  await using store = await openTestStore()
  const access = openDesk(store, SECRET)
  await access.log.record(
    ...ann,
    ...newPerson({ id: 'ben', name: 'Benedict', email: 'b@example.com', by: '', role: 'viewer' }),
  )
  for (const change of ['new-password', 'remove']) {
    const answer = await changePeople(formOf(access, ANN, { do: change, person: 'ben' }))
    expect(answer.data.refused).toBe('')
  }
  expect(JSON.stringify(await access.log.list())).not.toContain('Benedict')
})

test('people whom a proxy signs in make and end tokens', async () => {
  await using store = await openTestStore()
  const access = openDesk(store, { ...SECRET, ...PROXY })
  const headers = { 'x-errata-trusted-peer': '1', 'x-forwarded-user': 'ann' }
  const { reader } = await access.findReader(new Request('http://desk/', { headers }))
  const made = await changeTokens(formOf(access, reader, { name: 'ci', scope: 'read', days: '1' }))
  expect(made.data.made).toMatch(/^errata_/)
  const [token = ''] = access.log.latest().tokens.keys()
  await changeTokens(formOf(access, reader, { do: 'end', token }))
  expect(access.log.latest().tokens.size).toBe(0)
})

test('nobody is invited, and no role edited, where a provider or proxy says who may sign in', async () => {
  await using store = await openTestStore()
  const access = openDesk(store, { ...SECRET, ...PROXY })
  const headers = { 'x-errata-trusted-peer': '1', 'x-forwarded-user': 'ann' }
  const { reader } = await access.findReader(new Request('http://desk/', { headers }))
  const fields = [
    { do: 'invite', role: 'admin' },
    { do: 'role', person: reader?.id ?? '', role: 'viewer' },
  ]
  for (const form of fields)
    expect(await changePeople(formOf(access, reader, form))).toMatchObject({ init: { status: 400 } })
})

test('the last administrator who has a password stays one, whoever else a provider made one', async () => {
  await using store = await openTestStore()
  const access = openDesk(store, SECRET)
  const provider = { method: 'oidc', issuer: 'https://id.example', sub: 'ben' } as const
  await access.log.record(
    ...ann,
    { subject: 'ann', what: 'password', content: { by: '', hash: 'some hash' } },
    { subject: 'ben', what: 'person', content: { by: '', name: 'Ben', email: '', ...provider } },
    { subject: 'ben', what: 'role', content: { by: '', role: 'admin' } },
  )
  const form = { do: 'role', person: 'ann', role: 'viewer' }
  expect(await changePeople(formOf(access, ANN, form))).toMatchObject({ init: { status: 400 } })
})

test('while the database is away a change is answered with 503', async () => {
  await using real = await openTestStore()
  const access = openDesk({ ...real, insertRows: () => Promise.reject(new StoreError('away', undefined)) }, SECRET)
  const form = { name: 'ci', scope: 'read', days: '1' }
  await expect(changeTokens(formOf(access, ANN, form))).rejects.toMatchObject({ init: { status: 503 } })
})
