import { expect, test } from 'vitest'
import { TABLES } from '../../store/schema/tables/table-names.ts'
import type { Store } from '../../store/store.ts'
import { StoreError } from '../../store/store-error.ts'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { createAccountLog, type NewAccountEvent, SecretKeyError } from './account-log.server.ts'
import { createSecretKeys } from './seal.server.ts'

const SECRET = 'a secret that is long enough for this'

/** Two desks on one database, with a clock that only tests move. */
function openDesks(store: Store, secrets: readonly [string, string] = [SECRET, SECRET]) {
  const clock = { nowMs: Date.now() }
  const desk = (secret: string) =>
    createAccountLog({ store, keys: createSecretKeys([secret]), nowMs: () => clock.nowMs })
  return { clock, one: desk(secrets[0]), other: desk(secrets[1]) }
}

const person = (id: string): NewAccountEvent => ({
  subject: id,
  what: 'person',
  content: { by: '', name: `Name of ${id}`, email: `${id}@example.com`, method: 'password', issuer: '', sub: '' },
})
const session = (id: string, of: string): NewAccountEvent => ({
  subject: id,
  what: 'session-started',
  content: { person: of, method: 'password', refreshToken: '' },
})

test('what one desk records holds there at once, and on another within ten seconds', async () => {
  await using store = await openTestStore()
  const { clock, one, other } = openDesks(store)
  expect((await other.read()).people.size).toBe(0)
  await one.record(person('ann'))
  expect((await one.read()).people.get('ann')?.name).toBe('Name of ann')
  clock.nowMs += 10_001
  expect((await other.read()).people.get('ann')?.name).toBe('Name of ann')
})

test('a session that one desk ends is refused by another at its second read', async () => {
  await using store = await openTestStore()
  const { clock, one, other } = openDesks(store)
  await one.record(person('ann'), session('s', 'ann'))
  expect((await other.read()).sessions.has('s')).toBe(true)
  clock.nowMs += 6_000
  await one.record({ subject: 's', what: 'session-ended', content: { by: 'ann' } })
  await other.read()
  clock.nowMs += 6_000
  await other.read()
  await expect.poll(async () => (await other.read()).sessions.has('s')).toBe(false)
})

test('what was stored a moment ago is read again, however recently another desk has read', async () => {
  await using store = await openTestStore()
  const { one, other } = openDesks(store)
  await other.read()
  await one.record(person('ann'), session('s', 'ann'))
  expect((await other.readNow()).sessions.has('s')).toBe(false)
  const read = await Promise.all([other.readAgain(), other.readAgain()])
  expect(read.map(({ sessions }) => sessions.has('s'))).toEqual([true, true])
})

test('what is removed is erased: its content opens nowhere, and its name is gone', async () => {
  await using store = await openTestStore()
  const { clock, one, other } = openDesks(store)
  await one.record(person('ann'), person('ben'))
  await one.record({ subject: 'ann', what: 'removed', content: { by: 'ben' } })
  await one.erase('ann')
  clock.nowMs += 11_000
  for (const desk of [one, other]) {
    expect((await desk.read()).people.get('ann')).toMatchObject({ name: '', email: '', isRemoved: true })
    expect((await desk.read()).people.get('ben')?.name).toBe('Name of ben')
  }
  expect(JSON.stringify(await other.list())).not.toContain('Name of ann')
})

test('a desk with another key refuses', async () => {
  await using store = await openTestStore()
  const { one, other } = openDesks(store, [SECRET, 'quite another secret, as long as that'])
  await one.record(person('ann'))
  await expect(other.read()).rejects.toThrow(SecretKeyError)
})

test('a row that somebody without the key inserted says nothing', async () => {
  await using store = await openTestStore()
  const { clock, one } = openDesks(store)
  await one.record(person('ann'))
  const later = new Date(clock.nowMs + 1_000).toISOString()
  const columns = { Subject: 'ann', At: later, Id: 'forged', What: 'role', Sealed: 'AAAA' }
  await store.insert([{ table: TABLES.accountEvents, values: columns }])
  clock.nowMs += 11_000
  expect((await one.read()).people.get('ann')?.role).toBe('viewer')
})

test('while the database is away what was read goes on for ten minutes, and nothing is recorded', async () => {
  await using real = await openTestStore()
  let isAway = false
  const away = () => Promise.reject(new StoreError('away', undefined))
  const store: Store = {
    ...real,
    query: (...args) => (isAway ? away() : real.query(...args)),
    insertRows: insert => (isAway ? away() : real.insertRows(insert)),
  }
  const { clock, one } = openDesks(store)
  await one.record(person('ann'))
  await one.readNow()
  isAway = true
  clock.nowMs += 599_000
  expect((await one.read()).people.has('ann')).toBe(true)
  await expect(one.record(person('ben'))).rejects.toThrow(StoreError)
  expect((await one.read()).people.has('ben')).toBe(false)
  clock.nowMs += 10_000
  await expect(one.read()).rejects.toThrow(StoreError)
  isAway = false
  clock.nowMs += 5_001
  expect((await one.read()).people.has('ann')).toBe(true)
})

test('all events are listed, newest first, also of sessions that have long ended', async () => {
  await using store = await openTestStore()
  const { clock, one } = openDesks(store)
  await one.record(person('ann'))
  clock.nowMs += 20 * 86_400_000
  await one.record(session('s', 'ann'))
  expect((await one.list()).map(({ what }) => what)).toEqual(['session-started', 'person'])
})

test('what is changed later holds, also on a desk whose clock is behind', async () => {
  await using store = await openTestStore()
  const { clock, one, other } = openDesks(store)
  const role = (role: 'admin' | 'viewer'): NewAccountEvent => ({
    subject: 'ann',
    what: 'role',
    content: { by: '', role },
  })
  clock.nowMs += 60_000
  await one.record(person('ann'), role('admin'))
  clock.nowMs -= 60_000
  await other.readNow()
  expect((await other.record(role('viewer'))).people.get('ann')?.role).toBe('viewer')
})

test('a session that begins after all were ended holds, also on a desk whose clock is behind', async () => {
  await using store = await openTestStore()
  const { clock, one, other } = openDesks(store)
  clock.nowMs += 60_000
  await one.record(person('ann'), { subject: 'ann', what: 'signed-out-everywhere', content: { by: '' } })
  clock.nowMs -= 60_000
  const { people } = await other.readNow()
  const { sessions } = await other.record(session('s', 'ann'))
  expect(sessions.get('s')?.startedMs).toBeGreaterThanOrEqual(people.get('ann')?.sessionsFromMs ?? Number.NaN)
})

test('that a provider confirmed a session every 15 minutes is not listed', async () => {
  await using store = await openTestStore()
  const { clock, one } = openDesks(store)
  await one.record(person('ann'), session('s', 'ann'))
  clock.nowMs += 900_000
  await one.record({ subject: 's', what: 'session-continued', content: { refreshToken: '' } })
  expect((await one.list()).map(({ what }) => what).toSorted()).toEqual(['person', 'session-started'])
})
