import { expect, test } from 'vitest'
import { newId, openTestStore, spanRow } from '../../test/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { getTrace } from './get-trace.ts'

const newTraceId = () => parseTraceId(newId(16)) as TraceId

test('reads every span back equal: nanoseconds, maps, events, links, unicode and NUL', async () => {
  const traceId = newTraceId()
  const [spanId, parentSpanId, linkedTrace, linkedSpan] = [newId(8), newId(8), newId(16), newId(8)]
  const atNs = BigInt(Date.now()) * 1_000_000n + 123_456_789n
  const odd = '\u0000 "quoted" \\ \n\n ünïcödé 漢字 🦉 {x:String} \t'
  await using store = await openTestStore([
    spanRow({
      at: atNs,
      traceId,
      spanId,
      parentSpanId,
      name: odd,
      kind: 'Client',
      durationNs: 9_007_199_254_741n,
      status: 'Error',
      attributes: { 'http.route': '/a', [odd]: odd, 'session.id': 's1', empty: '' },
      resource: { 'service.version': '1.2.3' },
      events: [
        { at: atNs + 1n, name: 'exception', attributes: { 'exception.message': odd } },
        { at: atNs + 2n, name: 'retry' },
      ],
      links: [{ traceId: linkedTrace, spanId: linkedSpan, attributes: { why: odd } }],
    }),
  ])

  expect(await getTrace(store, { traceId })).toEqual({
    traceId,
    totalSpans: 1,
    spans: [
      {
        spanId,
        parentSpanId,
        service: 'shop',
        name: odd,
        kind: 'Client',
        startNs: atNs,
        durationNs: 9_007_199_254_741n,
        status: 'Error',
        statusMessage: '',
        traceState: '',
        scopeName: '',
        scopeVersion: '',
        attributes: { 'http.route': '/a', [odd]: odd, 'session.id': 's1', empty: '' },
        resource: { 'service.name': 'shop', 'service.version': '1.2.3' },
        route: '/a',
        httpStatus: 0,
        sessionId: 's1',
        isLocalRoot: false,
        events: [
          { atNs: atNs + 1n, name: 'exception', attributes: { 'exception.message': odd } },
          { atNs: atNs + 2n, name: 'retry', attributes: {} },
        ],
        links: [{ traceId: linkedTrace, spanId: linkedSpan, attributes: { why: odd } }],
      },
    ],
  })
})

test('finds the spans of a trace hours apart, oldest first', async () => {
  const traceId = newTraceId()
  await using store = await openTestStore([
    spanRow({ traceId, at: 1000, name: 'server' }),
    spanRow({ traceId, at: 5 * 3_600_000, name: 'browser with a slow clock' }),
    spanRow({ at: 1000, name: 'other' }),
  ])

  const trace = await getTrace(store, { traceId })
  expect(trace?.spans.map(span => span.name)).toEqual(['browser with a slow clock', 'server'])
})

test('answers undefined for a trace that the store does not have', async () => {
  await using store = await openTestStore([spanRow()])

  expect(await getTrace(store, { traceId: newTraceId() })).toBeUndefined()
})

test('keeps a span of a server apart from one of a browser with the same ids', async () => {
  const ids = { traceId: newTraceId(), spanId: newId(8) }
  await using store = await openTestStore([spanRow({ ...ids }), spanRow({ ...ids, service: 'shop-browser' })])

  expect((await getTrace(store, ids))?.spans.map(span => span.service).sort()).toEqual(['shop', 'shop-browser'])
})

test('reads the spans nearest the root of a trace that is too large, and counts all', async () => {
  const traceId = newTraceId()
  const [root, a, b, deep] = [newId(8), newId(8), newId(8), newId(8)]
  await using store = await openTestStore([
    spanRow({ traceId, spanId: deep, parentSpanId: a, at: 4000, name: 'deep' }),
    spanRow({ traceId, spanId: root, at: 1000, name: 'root' }),
    spanRow({ traceId, spanId: a, parentSpanId: root, at: 3000, name: 'a' }),
    spanRow({ traceId, spanId: b, parentSpanId: root, at: 2000, name: 'b' }),
  ])

  const trace = await getTrace(store, { traceId, maxSpans: 3 })
  expect(trace?.totalSpans).toBe(4)
  expect(trace?.spans.map(span => span.name)).toEqual(['a', 'b', 'root'])
})

test('takes a trace for no larger than it is when its spans were delivered twice', async () => {
  const traceId = parseTraceId(newId(16)) as TraceId
  const rows = ['a', 'b', 'c'].map((name, i) => spanRow({ traceId, at: 3000 - i, name }))
  await using store = await openTestStore(rows)
  await store.insert(rows)

  for (const maxSpans of [3, 4, 6]) {
    const trace = await getTrace(store, { traceId, maxSpans })
    expect(trace?.totalSpans).toBe(3)
    expect(trace?.spans.map(span => span.name)).toEqual(['a', 'b', 'c'])
  }
})

test('reads ten thousand spans of a larger trace', async () => {
  const traceId = newTraceId()
  await using store = await openTestStore()
  await store.command(`INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ParentSpanId, ServiceName)
    SELECT now64(9), '${traceId}', leftPad(hex(number + 1), 16, '0'), if(number = 0, '', leftPad(hex(intDiv(number - 1, 2) + 1), 16, '0')), 'shop'
    FROM numbers(12000)`)

  const trace = await getTrace(store, { traceId })
  expect(trace?.totalSpans).toBe(12_000)
  expect(trace?.spans).toHaveLength(10_000)
})
