import { expect, test } from 'vitest'
import { exceptionRow, logRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseSpanId, parseTraceId, type SpanId, type TraceId } from '../units.ts'
import { countIngested } from './count-ingested.ts'

test('counts the ingested items of a trace, each once as log record or span event', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const spanId = parseSpanId(randomHexId(8)) as SpanId
  const exceptionAttributes = { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' }
  await using store = await openTestStore([
    spanRow({ traceId, spanId, events: [{ name: 'exception', attributes: exceptionAttributes }] }),
    spanRow({ traceId }),
    exceptionRow({ traceId, spanId }),
    logRow({ traceId }),
  ])

  expect(await countIngested(store, { traceId })).toEqual({ spans: 2, logs: 2, exceptions: 1 })
  expect(await countIngested(store, { traceId, spanId })).toEqual({ spans: 1, logs: 1, exceptions: 1 })
})

test('returns zeros for a trace that has not arrived', async () => {
  await using store = await openTestStore()

  const traceId = parseTraceId(randomHexId(16)) as TraceId
  expect(await countIngested(store, { traceId })).toEqual({ spans: 0, logs: 0, exceptions: 0 })
})
