import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId } from '../../test/store/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { listFirstExceptions } from './list-first-exceptions.ts'

const newTraceId = () => parseTraceId(randomHexId(16)) as TraceId

test('names the oldest exception of each trace, and none of a trace without', async () => {
  const [one, two, none] = [newTraceId(), newTraceId(), newTraceId()]
  await using store = await openTestStore([
    exceptionRow({ at: 1000, traceId: one, type: 'Late', message: 'the page failed' }),
    exceptionRow({ at: 2000, traceId: one, type: 'Early', message: 'the call failed' }),
    exceptionRow({ at: 1500, traceId: two, type: 'Other', message: 'x'.repeat(400) }),
    exceptionRow({ at: 1500, traceId: newTraceId() }),
  ])

  const traces = [one, two, none].map(traceId => ({
    traceId,
    startNs: BigInt(Date.now() - 2000) * 1_000_000n,
    durationNs: 1_000_000_000n,
  }))
  const expected = [
    { traceId: one, type: 'Early', message: 'the call failed', issue: expect.stringMatching(/./) },
    { traceId: two, type: 'Other', message: 'x'.repeat(300), issue: expect.stringMatching(/./) },
  ]
  expect(await listFirstExceptions(store, { traces })).toEqual(
    expected.toSorted((a, b) => (a.traceId < b.traceId ? -1 : 1)),
  )
  expect(await listFirstExceptions(store, { traces: [] })).toEqual([])
})
