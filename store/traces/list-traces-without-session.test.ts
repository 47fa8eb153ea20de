import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listTracesWithoutSession } from './list-traces-without-session.ts'

test('lists each trace of the range once whose exceptions name no session', async () => {
  const nowMs = Date.now()
  const [traceId, old] = [randomHexId(16), randomHexId(16)]
  const of = (options: object, minutesAgo: number) =>
    exceptionRow({ at: nsOfMs(nowMs - minutesAgo * 60_000), service: 'shop', ...options })
  await using store = await openTestStore([
    of({ traceId, message: 'one' }, 5),
    of({ traceId, message: 'two' }, 9),
    of({ traceId: randomHexId(16), attributes: { 'session.id': 'a' } }, 5),
    of({ traceId: '' }, 5),
    of({ traceId: old }, 70),
  ])

  const range = { from: nsOfMs(nowMs - 3_600_000), to: nsOfMs(nowMs) }
  expect(await listTracesWithoutSession(store, { range, limit: 10 })).toEqual([traceId])
  expect(await listTracesWithoutSession(store, { range, limit: 10, hidden: ['shop'] })).toEqual([])
})

test('an exception that is delivered again takes no place of another', async () => {
  const nowMs = Date.now()
  const [older, newer] = [randomHexId(16), randomHexId(16)]
  const rowOf = (traceId: string, minutesAgo: number) =>
    exceptionRow({ at: nsOfMs(nowMs - minutesAgo * 60_000), service: 'shop', traceId })
  await using store = await openTestStore([rowOf(older, 30)])
  const again = rowOf(newer, 5)
  for (let times = 0; times < 3; times++) await store.insert([again])

  const range = { from: nsOfMs(nowMs - 3_600_000), to: nsOfMs(nowMs) }
  expect(await listTracesWithoutSession(store, { range, limit: 10, most: 2 })).toEqual([older, newer].toSorted())
})
