import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Store } from '../../store/store.ts'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { type AccountAccess, createAccess, requireAccounts } from './access.server.ts'
import { hashSecret } from './seal.server.ts'
import { acceptInvitation, findInvitation } from './sign-in.server.ts'
import { createToken, findTokenReader } from './tokens.server.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

function openAccess(store: Store): AccountAccess {
  const config = readConfig({ ERRATA_LOGIN: 'password', ERRATA_SECRET_KEY: 'a secret that is long enough for this' })
  return requireAccounts(createAccess({ config, store }))
}

const invited = (secret: string, untilMs: number) =>
  ({
    subject: `invitation ${secret}`,
    what: 'invited',
    content: { by: '', secretHash: hashSecret(secret), role: 'admin', note: '', untilMs, person: '' },
  }) as const

test('a token is refused from the moment at which it expires', async () => {
  await using store = await openTestStore()
  const { log } = openAccess(store)
  const untilMs = Date.now() + DAY_MS
  const made = { by: 'root', owner: '', name: 'a service', role: 'triager', scopes: ['triage'], untilMs } as const
  const text = await createToken(log, made)
  expect((await findTokenReader(log, text, untilMs - 1)).reader?.role).toBe('triager')
  expect((await findTokenReader(log, text, untilMs)).reader).toBeUndefined()
})

test('an invitation that has expired makes no account', async () => {
  await using store = await openTestStore()
  const access = openAccess(store)
  const nowMs = Date.now()
  await access.log.record(invited('in time', nowMs + MINUTE_MS), invited('too late', nowMs - 1))
  expect(await findInvitation(access, 'in time')).toBeDefined()
  expect(await findInvitation(access, 'too late')).toBeUndefined()
  const login = { name: 'Ann', email: 'ann@example.com', password: 'a password of Ann' }
  expect(await acceptInvitation(access, { secret: 'too late', ...login })).toBeUndefined()
  expect((await access.log.readNow()).people.size).toBe(0)
  expect(await acceptInvitation(access, { secret: 'in time', ...login })).toHaveProperty('cookie')
})

test('an invitation of nobody is none, whatever is asked for', async () => {
  await using store = await openTestStore()
  const access = openAccess(store)
  await access.log.record(invited('one', Date.now() + MINUTE_MS))
  for (const secret of ['', ' one', 'ONE', hashSecret('one')])
    expect(await findInvitation(access, secret)).toBeUndefined()
})
