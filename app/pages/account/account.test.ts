import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { openTestStore } from '../../../test/store/open-test-store.ts'
import { accessContext, createAccess, requireAccounts } from '../../access/access.server.ts'
import { readerContext } from '../../access/reader.ts'
import { newPerson, startSession } from '../../access/sign-in.server.ts'
import { action } from './account.tsx'

test('a token ends no sessions of its owner, nor does it try their password', async () => {
  await using store = await openTestStore()
  const config = readConfig({ ERRATA_LOGIN: 'password', ERRATA_SECRET_KEY: 'a secret that is long enough for this' })
  const access = requireAccounts(createAccess({ config, store }))
  await access.log.record(...newPerson({ id: 'ann', name: 'Ann', email: 'a@example.com', by: '', role: 'viewer' }))
  await startSession(access, { person: 'ann', method: 'password' })
  const context = new RouterContextProvider()
  context.set(accessContext, access)
  context.set(readerContext, { id: 'ann', name: 'Ann', role: 'viewer', session: '', isProgram: true })
  for (const fields of [{ do: 'sign-out-everywhere' }, { current: 'a guess', password: 'x', again: 'x' }]) {
    const request = new Request('http://desk/', { method: 'POST', body: new URLSearchParams(fields) })
    const answer = await action({ context, request } as unknown as Parameters<typeof action>[0])
    expect(answer).toMatchObject({ data: { faults: { current: expect.stringContaining('Only people') } } })
  }
  expect(access.log.latest().people.get('ann')?.sessionsFromMs).toBe(0)
})
