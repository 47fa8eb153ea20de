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

  expect(await countIngested(store, { traceId })).toEqual({
    spans: 2,
    logs: 2,
    exceptions: 1,
    serverSpans: 2,
    serverExceptions: 1,
  })
  expect(await countIngested(store, { traceId, spanId })).toEqual({
    spans: 1,
    logs: 1,
    exceptions: 1,
    serverSpans: 1,
    serverExceptions: 1,
  })
})

test('counts what browsers sent apart', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const ofBrowser = { traceId, service: 'shop-browser' }
  await using store = await openTestStore([
    ...[spanRow(ofBrowser), exceptionRow(ofBrowser), spanRow({ traceId }), spanRow({ traceId })],
    exceptionRow({ traceId, message: 'another' }),
  ])

  expect(await countIngested(store, { traceId })).toEqual({
    ...{ spans: 3, logs: 2, exceptions: 2 },
    ...{ serverSpans: 2, serverExceptions: 1 },
  })
})

test('returns zeros for a trace that has not arrived', async () => {
  await using store = await openTestStore()

  const traceId = parseTraceId(randomHexId(16)) as TraceId
  expect(await countIngested(store, { traceId })).toEqual({
    spans: 0,
    logs: 0,
    exceptions: 0,
    serverSpans: 0,
    serverExceptions: 0,
  })
})
