import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
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
