import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { listTraceExceptions } from './list-trace-exceptions.ts'

test('lists the exceptions of one trace, oldest first, each once in whichever shape', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const spanId = randomHexId(8)
  const exceptionAttributes = { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' }
  await using store = await openTestStore([
    exceptionRow({ at: 1000, traceId, spanId }),
    spanRow({ at: 1000, traceId, spanId, events: [{ name: 'exception', attributes: exceptionAttributes }] }),
    exceptionRow({ at: 9000, traceId, type: 'RangeError' }),
    exceptionRow({ at: 500 }),
  ])

  const exceptions = await listTraceExceptions(store, { traceId })
  expect(exceptions.map(({ type, shape }) => [type, shape])).toEqual([
    ['RangeError', 'log'],
    ['TypeError', 'log'],
  ])
})
