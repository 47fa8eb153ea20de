import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { listTraceUsers } from './list-trace-users.ts'

const HOUR_MS = 3_600_000

test('finds the session and the user that any span of a trace has', async () => {
  const [visit, call, nobody] = [randomHexId(16), randomHexId(16), randomHexId(16)]
  const span = (traceId: string, attributes: Record<string, string>, at = 0) => spanRow({ at, traceId, attributes })
  await using store = await openTestStore([
    span(visit, { 'session.id': 'session-1' }, 3 * HOUR_MS),
    span(visit, { 'user.id': 'ann' }),
    span(visit, {}),
    span(call, { 'enduser.id': 'bob', 'user.id': '' }),
    span(nobody, {}),
    span(randomHexId(16), { 'session.id': 'session-2' }),
  ])

  const expected = [
    { traceId: visit, sessionId: 'session-1', userId: 'ann' },
    { traceId: call, sessionId: '', userId: 'bob' },
  ].toSorted((a, b) => (a.traceId < b.traceId ? -1 : 1))
  expect(await listTraceUsers(store, { traceIds: [visit, call, nobody] })).toEqual(expected)
  expect(await listTraceUsers(store, { traceIds: [] })).toEqual([])
})
