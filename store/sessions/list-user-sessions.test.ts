import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { logRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listSessions } from './list-sessions.ts'
import { listUserSessions, type SessionCursor } from './list-user-sessions.ts'

const of = (session: string, user: string) => ({ attributes: { 'session.id': session, 'user.id': user } })
const NOW_NS = nsOfMs(Math.floor(Date.now() / 1000) * 1000)

test('the pages of a user’s sessions have each session once, latest first', async () => {
  await using store = await openTestStore()
  await store.command('SYSTEM STOP MERGES session_steps')
  const seen = fc.record({
    session: fc.integer({ min: 0, max: 9 }).map(n => `s${n}`),
    user: fc.constantFrom('ada', 'ben'),
    // Weeks apart, and many at the same time.
    agoNs: fc.oneof(
      fc.constantFrom(0n, 1n),
      fc.integer({ min: 0, max: 12 }).map(days => BigInt(days) * 86_400_000_000_000n),
    ),
  })

  await fc.assert(
    fc.asyncProperty(
      fc.array(seen, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      async (all, limit) => {
        await store.empty()
        await store.insert(all.map(({ session, user, agoNs }) => spanRow({ at: NOW_NS - agoNs, ...of(session, user) })))

        const listed: SessionCursor[] = []
        for (let page = [...listed], more = true; more; more = page.length === limit) {
          page = await listUserSessions(store, { userId: 'ada', after: listed.at(-1), limit })
          listed.push(...page)
        }
        const latest = new Map<string, bigint>()
        for (const { session, user, agoNs } of all) {
          const atNs = NOW_NS - agoNs
          if (user === 'ada' && atNs > (latest.get(session) ?? 0n)) latest.set(session, atNs)
        }
        const expected = [...latest].sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1))
        expect(listed.map(({ sessionId, lastNs }) => [sessionId, lastNs])).toEqual(expected)
      },
    ),
    runs(3),
  )
})

test('a user is found by a long name in full, as issues show it', async () => {
  const userId = 'é'.repeat(200)
  await using store = await openTestStore([spanRow(of('s1', userId))])

  expect(await listUserSessions(store, { userId, limit: 10 })).toMatchObject([{ sessionId: 's1' }])
})

test('a user is found by the stored part of a long name, also if it ends within a character', async () => {
  const userId = `a${'é'.repeat(200)}`
  await using store = await openTestStore([spanRow(of('s1', userId)), spanRow(of('s2', 'another'))])

  const [session] = await listSessions(store, { sessionIds: ['s1'] })
  expect(session?.users).toEqual([`a${'é'.repeat(127)}\uFFFD`])
  for (const name of [userId, ...(session?.users ?? [])])
    expect(await listUserSessions(store, { userId: name, limit: 10 })).toMatchObject([{ sessionId: 's1' }])
  expect(await listUserSessions(store, { userId: '\uFFFD', limit: 10 })).toEqual([])
})

test('a user named as before, by enduser.id, has sessions too, of spans and of log records', async () => {
  const who = { 'enduser.id': 'ada' }
  await using store = await openTestStore([
    spanRow({ at: NOW_NS, attributes: { 'session.id': 'of span', ...who } }),
    logRow({ at: NOW_NS - 1n, attributes: { 'session.id': 'of log', ...who } }),
    spanRow({ at: NOW_NS - 2n, attributes: { 'session.id': 'other', 'user.id': 'ben', ...who } }),
  ])
  const sessions = await listUserSessions(store, { userId: 'ada', limit: 5 })
  expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['of span', 'of log'])
})
