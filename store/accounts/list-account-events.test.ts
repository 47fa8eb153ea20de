import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listAccountEvents } from './list-account-events.ts'
import { recordAccountEvents } from './record-account-events.ts'

const now = Date.now()
const event = (minutesAgo: number, what: string, id = what) => ({
  ...{ subject: 'ann', id, what, sealed: `content of ${id}` },
  atNs: nsOfMs(now - minutesAgo * 60_000) + 7n,
})

test('lists events by time, then by id, to the nanosecond, each once however often it was inserted', async () => {
  await using store = await openTestStore()
  const events = [event(3, 'person'), event(1, 'role', 'a'), event(1, 'role', 'b')]
  await recordAccountEvents(store, events.toReversed())
  await recordAccountEvents(store, events.slice(0, 2))
  expect(await listAccountEvents(store, { sessionsFromNs: 0n })).toEqual(events)
})

test('of sessions lists what is recent, of everything else all', async () => {
  await using store = await openTestStore()
  const [started, ended, role] = [event(20, 'session-started'), event(9, 'session-ended'), event(30, 'role')]
  await recordAccountEvents(store, [started, ended, role])
  expect(await listAccountEvents(store, { sessionsFromNs: ended.atNs })).toEqual([role, ended])
})

test('of what continues sessions lists what is more recent', async () => {
  await using store = await openTestStore()
  const [started, first, second] = [
    event(20, 'session-started'),
    ...[9, 4].map(ago => event(ago, 'session-continued', `${ago}`)),
  ]
  await recordAccountEvents(
    store,
    [started, first, second].filter(each => each !== undefined),
  )
  expect(await listAccountEvents(store, { sessionsFromNs: 0n, continuedFromNs: second?.atNs ?? 0n })).toEqual([
    started,
    second,
  ])
})

test('an event under the key of another one replaces it, merged or not', async () => {
  await using store = await openTestStore()
  const [person, blank] = [event(5, 'person'), { ...event(5, 'person'), what: 'erased', sealed: 'blank' }]
  await recordAccountEvents(store, [person])
  await recordAccountEvents(store, [blank])
  expect(await listAccountEvents(store, { sessionsFromNs: 0n })).toEqual([blank])
  await store.command('OPTIMIZE TABLE account_events FINAL')
  const rows = await store.querySql<{ Sealed: string }>('SELECT Sealed FROM account_events')
  expect(rows).toEqual([{ Sealed: 'blank' }])
})

test('of the uses of a token only the last one is listed, however often it was used', async () => {
  await using store = await openTestStore()
  const uses = [9, 6, 3].map(ago => event(ago, 'token-used', `${ago}`))
  await recordAccountEvents(store, uses)
  expect(await listAccountEvents(store, { sessionsFromNs: 0n })).toEqual(uses.slice(-1))
})
