import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { findAttemptsOf, listAttempts } from './list-attempts.ts'

const message = 'connect ECONNREFUSED 10.0.0.7:5432'
const recorded = (type = 'pg.Error', text = message) => [
  { name: 'exception', attributes: { 'exception.type': type, 'exception.message': text } },
]

test('tells how often what failed was tried: siblings that recorded the same exception, one after the other', async () => {
  const [traceId, other] = [randomHexId(16), randomHexId(16)]
  const [root, between] = [randomHexId(8), randomHexId(8)]
  const call = (at: number, of: Parameters<typeof spanRow>[0] = {}) =>
    spanRow({ at, traceId, parentSpanId: between, kind: 'Client', durationNs: 5_000_000n, events: recorded(), ...of })
  const rows = [
    // Those that pass it on are no attempts, also not the server's, whose child recorded nothing.
    spanRow({ at: 1000, traceId, spanId: root, parentSpanId: randomHexId(8), events: recorded() }),
    spanRow({ at: 990, traceId, spanId: between, parentSpanId: root, kind: 'Internal' }),
    ...[900, 880, 840, 760, 600, 280].map(at => call(at)),
    // At the same time as the last; another failure; another trace.
    call(279),
    call(200, { events: recorded('pg.Error', 'timeout') }),
    call(100, { traceId: other }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)
  const listed = await listAttempts(store, { traceIds: [traceId, other] })
  expect(listed).toEqual([{ traceId, service: 'shop', type: 'Error', message, attempts: 6 }])

  const exception = { traceId, service: 'shop', type: 'pg.Error', message }
  expect(findAttemptsOf(exception, listed)).toBe(6)
  expect(findAttemptsOf({ ...exception, message: 'timeout' }, listed)).toBe(1)
  expect(await listAttempts(store, { traceIds: [] })).toEqual([])
})
