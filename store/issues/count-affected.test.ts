import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countAffected } from './count-affected.ts'
import { NO_MERGES } from './merges.ts'

const MINUTE_MS = 60_000
const nowMs = Date.now()
const range = { from: nsOfMs(nowMs - 24 * 60 * MINUTE_MS), to: nsOfMs(nowMs + MINUTE_MS) }

/** An exception of a server without a user, in a trace whose browser names one. */
function visit(issue: string, minutesAgo: number, user: string, exception: Record<string, string> = {}) {
  const traceId = randomHexId(16)
  return [
    exceptionRow({
      at: minutesAgo * MINUTE_MS,
      traceId,
      attributes: { 'errata.issue.fingerprint': issue, 'session.id': '', ...exception },
    }),
    spanRow({
      at: minutesAgo * MINUTE_MS,
      traceId,
      service: 'shop-browser',
      attributes: { 'user.id': user, 'session.id': `session of ${user}` },
    }),
  ]
}

test('counts the users and sessions that the traces of issues have, merged issues included', async () => {
  await using store = await openTestStore([
    ...visit('a', 1, 'ann'),
    ...visit('a', 2, 'ann'),
    ...visit('a', 700, 'bob', { 'session.id': 'own' }),
    ...visit('b', 3, 'cai'),
    ...visit('other', 1, 'dan'),
    ...visit('a', 3_000, 'eve'),
    exceptionRow({ at: MINUTE_MS, attributes: { 'errata.issue.fingerprint': 'c', 'session.id': '' } }),
  ])
  const merges = { ...NO_MERGES, from: ['b'], to: ['a'] }

  const counted = await countAffected(store, { issues: ['a', 'c'], merges, range })
  expect([...counted]).toEqual([
    ['a', { users: 3, sessions: 3, hasMore: false }],
    ['c', { users: 0, sessions: 0, hasMore: false }],
  ])
  expect(await countAffected(store, { issues: [], merges, range })).toEqual(new Map())
})

test('reads the newest hundred errors of few issues, and says that there are more', async () => {
  const visits = (count: number) => Array.from({ length: count }, (_, i) => visit('a', i, `user ${i}`)).flat()
  const affected = async (count: number) => {
    await using store = await openTestStore(visits(count))
    return (await countAffected(store, { issues: ['a'], merges: NO_MERGES, range })).get('a')
  }

  expect(await affected(100)).toEqual({ users: 100, sessions: 100, hasMore: false })
  expect(await affected(101)).toEqual({ users: 100, sessions: 100, hasMore: true })
})

test('counts only the filtered exceptions', async () => {
  await using store = await openTestStore([...visit('a', 1, 'ann'), ...visit('a', 2, 'bob')])
  const asked = { issues: ['a'], merges: NO_MERGES, range }

  expect((await countAffected(store, { ...asked, service: 'shop' })).get('a')?.users).toBe(2)
  expect(await countAffected(store, { ...asked, side: 'browser' })).toEqual(new Map())
  expect(await countAffected(store, { ...asked, hidden: ['shop'] })).toEqual(new Map())
  expect(await countAffected(store, { ...asked, environment: 'nowhere' })).toEqual(new Map())
})
