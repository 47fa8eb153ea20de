import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { listSessions } from './list-sessions.ts'
import { listUserSessions } from './list-user-sessions.ts'

const of = (session: string, user: string) => ({ attributes: { 'session.id': session, 'user.id': user } })

test('a session belongs to the user that is named later in it', async () => {
  const browser = { resource: { 'user_agent.original': 'Firefox/141.0', 'service.version': '2.4.1' } }
  await using store = await openTestStore([
    spanRow({ at: 9000, name: 'pageload /', attributes: { 'session.id': 's1', 'http.route': '/' }, ...browser }),
    spanRow({ at: 8000, ...of('s1', 'ada'), ...browser }),
    spanRow({ at: 7000, status: 'Error', ...of('s1', 'ada') }),
    spanRow({
      at: 6500,
      parentSpanId: randomHexId(8),
      kind: 'Client',
      status: 'Error',
      attributes: { 'session.id': 's1' },
    }),
    spanRow({ at: 6400, name: 'navigation /cart', attributes: { 'session.id': 's1', 'http.route': '/cart' } }),
    spanRow({ at: 6000, ...of('s2', 'ben') }),
  ])

  expect((await listUserSessions(store, { userId: 'ada', limit: 10 })).map(({ sessionId }) => sessionId)).toEqual([
    's1',
  ])
  expect(await listSessions(store, { sessionIds: ['s1', 'no such'] })).toMatchObject([
    {
      sessionId: 's1',
      users: ['ada'],
      browsers: ['Firefox/141.0'],
      releases: ['2.4.1'],
      pages: 4,
      failedPages: 1,
      firstRoute: '/',
      lastRoute: '/cart',
      failedRequests: 1,
    },
  ])
  expect(await listUserSessions(store, { userId: '', limit: 10 })).toEqual([])
})

test('a session has the times of its first twenty exceptions, each once, of servers too', async () => {
  const startNs = BigInt(Date.now() - 60_000) * 1_000_000n
  const at = (n: number) => startNs + BigInt(n) * 1_000_000n
  const traceId = randomHexId(16)
  const thrown = Array.from({ length: 24 }, (_, n) =>
    exceptionRow({ at: at(2 + n), attributes: of('s1', 'ada').attributes }),
  )
  await using store = await openTestStore([
    spanRow({ at: at(0), traceId, ...of('s1', 'ada') }),
    exceptionRow({ at: at(1), traceId, type: 'Served' }),
    ...thrown,
    ...thrown,
    spanRow({ at: at(0), ...of('s2', 'ben') }),
  ])

  const sessions = await listSessions(store, { sessionIds: ['s1', 's2'] })
  expect(sessions.map(({ exceptions, exceptionsAtNs }) => [exceptions, exceptionsAtNs])).toEqual([
    [25, Array.from({ length: 20 }, (_, n) => at(1 + n))],
    [0, []],
  ])
})
