import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { exceptionRow, openTestStore, randomHexId, spanRow, type TestStore } from '../../test/store/open-test-store.ts'
import { listSpanCounts } from '../spans/list-span-counts.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { getTrace } from './get-trace.ts'
import { listTracesById } from './list-traces-by-id.ts'

const newTraceId = () => parseTraceId(randomHexId(16)) as TraceId

test('reads every span back unchanged: nanoseconds, maps, events, links, unicode and NUL', async () => {
  const traceId = newTraceId()
  const [spanId, parentSpanId, linkedTrace, linkedSpan] = [
    randomHexId(8),
    randomHexId(8),
    randomHexId(16),
    randomHexId(8),
  ]
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

  const trace = await getTrace(store, { traceId })
  expect(trace).toEqual({
    traceId,
    totalSpans: 1,
    startNs: atNs,
    endNs: atNs + 9_007_199_254_741n,
    failedSpans: 1,
    services: [{ service: 'shop', spans: 1, failedSpans: 1 }],
    root: trace?.spans[0],
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
        failed: true,
        statusMessage: '',
        traceState: '',
        scopeName: '',
        scopeVersion: '',
        attributes: { 'http.route': '/a', [odd]: odd, 'session.id': 's1', empty: '' },
        resource: { 'service.name': 'shop', 'service.version': '1.2.3' },
        route: '/a',
        httpStatus: 0,
        answer: 0,
        sessionId: 's1',
        isLocalRoot: false,
        isBrowser: false,
        events: [
          { atNs: atNs + 1n, name: 'exception', attributes: { 'exception.message': odd } },
          { atNs: atNs + 2n, name: 'retry', attributes: {} },
        ],
        links: [{ traceId: linkedTrace, spanId: linkedSpan, attributes: { why: odd } }],
        isCut: false,
        hiddenBelow: 0,
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

test('returns undefined for an unknown trace', async () => {
  await using store = await openTestStore([spanRow()])

  expect(await getTrace(store, { traceId: newTraceId() })).toBeUndefined()
})

test('keeps a span of a server apart from one of a browser with the same ids', async () => {
  const ids = { traceId: newTraceId(), spanId: randomHexId(8) }
  await using store = await openTestStore([spanRow({ ...ids }), spanRow({ ...ids, service: 'shop-browser' })])

  expect((await getTrace(store, ids))?.spans.map(span => span.service).sort()).toEqual(['shop', 'shop-browser'])
})

test('counts the spans of a trace once when they were delivered twice', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const rows = ['a', 'b', 'c'].map((name, i) => spanRow({ traceId, at: 3000 - i, name }))
  await using store = await openTestStore(rows)
  await store.insert(rows)

  for (const maxSpans of [3, 4, 6]) {
    const trace = await getTrace(store, { traceId, maxSpans })
    expect(trace?.totalSpans).toBe(3)
    expect(trace?.spans.map(span => span.name)).toEqual(['a', 'b', 'c'])
  }
})

test('reads a connected part of a trace that is too large, counts all spans, and marks omitted descendants', async () => {
  const traceId = newTraceId()
  const [root, a, b, deep, other] = [randomHexId(8), randomHexId(8), randomHexId(8), randomHexId(8), randomHexId(8)]
  await using store = await openTestStore([
    spanRow({ traceId, spanId: deep, parentSpanId: a, at: 4000, name: 'deep', service: 'cart', status: 'Error' }),
    spanRow({ traceId, spanId: other, parentSpanId: b, at: 1500, name: 'other' }),
    spanRow({ traceId, spanId: root, at: 1000, name: 'root' }),
    spanRow({ traceId, spanId: a, parentSpanId: root, at: 3000, name: 'a' }),
    spanRow({ traceId, spanId: b, parentSpanId: root, at: 2000, name: 'b' }),
  ])

  const trace = await getTrace(store, { traceId, maxSpans: 4 })
  expect(trace).toMatchObject({
    root: { name: 'root' },
    totalSpans: 5,
    failedSpans: 1,
    services: [
      { service: 'cart', spans: 1, failedSpans: 1 },
      { service: 'shop', spans: 4, failedSpans: 0 },
    ],
  })
  expect(trace?.spans.map(span => [span.name, span.hiddenBelow])).toEqual([
    ['deep', 0],
    ['a', 0],
    ['b', 1],
    ['root', 0],
  ])
  const wanted = await getTrace(store, { traceId, maxSpans: 3, spanId: other })
  expect(wanted?.spans.map(span => span.name)).toEqual(['b', 'other', 'root'])
})

describe('of 20,041 spans', () => {
  const traceId = newTraceId()
  const idOf = (index: number) => index.toString(16).padStart(16, '0')
  let store: TestStore

  beforeAll(async () => {
    store = await openTestStore()
    // One root, 40 jobs, 20,000 queries in chains of 500; three of these fail, one of them only by an exception.
    await store.command(`INSERT INTO otel_traces
        (Timestamp, TraceId, SpanId, ParentSpanId, ServiceName, SpanName, SpanKind, StatusCode, Events.Timestamp, Events.Name, Events.Attributes)
      SELECT now64(9) - 60 + number / 1000, '${traceId}', leftPad(lower(hex(number + 1)), 16, '0'),
        multiIf(number = 0, '', number <= 40, leftPad('1', 16, '0'), leftPad(lower(hex(number - 39)), 16, '0')),
        if(number % 7 = 0, 'prices', 'shop'), 'span ' || toString(number), 'Client',
        if(number IN (500, 12005, 20040), 'Error', 'Unset'),
        if(number = 19000, [now64(9)], []), if(number = 19000, ['exception'], []),
        if(number = 19000, [map('exception.type', 'Other', 'exception.message', '')], [])
      FROM numbers(20041)`)
    await store.insert([exceptionRow({ traceId, spanId: idOf(15_001) })])
  })
  afterAll(() => store[Symbol.asyncDispose]())

  test('failed spans are read with their ancestors', async () => {
    const trace = await getTrace(store, { traceId })
    expect(trace).toMatchObject({ totalSpans: 20_041, failedSpans: 3, root: { name: 'span 0' } })
    expect(trace?.spans).toHaveLength(2_000)
    expect(trace?.services).toEqual([
      { service: 'prices', spans: 2_863, failedSpans: 1 },
      { service: 'shop', spans: 17_178, failedSpans: 2 },
    ])
    const ids = new Set(trace?.spans.map(span => span.spanId))
    for (const index of [500, 12_005, 15_000, 19_000, 20_040]) expect(ids).toContain(idOf(index + 1))
    for (const span of trace?.spans ?? []) expect(span.parentSpanId === '' || ids.has(span.parentSpanId)).toBe(true)
    const hidden = trace?.spans.reduce((sum, span) => sum + span.hiddenBelow, 0)
    expect(hidden).toBe(20_041 - 2_000)
  })

  test.each([20_040, 19_000, 15_000, 7_777])('span %i is read with its ancestors when it is selected', async index => {
    const trace = await getTrace(store, { traceId, maxSpans: 700, spanId: idOf(index + 1) })
    expect(trace?.spans).toHaveLength(700)
    const ids = new Set(trace?.spans.map(span => span.spanId))
    for (let at = index; at > 0; at -= 40) expect(ids).toContain(idOf(at + 1))
  })
})

test('a span forged by a browser does not become the root', async () => {
  const traceId = newTraceId()
  await using store = await openTestStore([
    spanRow({ traceId, at: 5000, service: 'shop-browser', kind: 'Internal', name: 'forged' }),
    spanRow({ traceId, at: 4000, name: 'GET /' }),
  ])

  expect((await getTrace(store, { traceId }))?.root.name).toBe('GET /')
})

/** A trace of a browser and a server in which some spans have equal times and ids. */
const spans = fc.array(
  fc.record({
    id: fc.nat(12),
    parent: fc.option(fc.nat(14), { nil: undefined }),
    service: fc.constantFrom('shop', 'cart', 'shop-browser'),
    name: fc.constantFrom('GET /', 'load', 'a'),
    kind: fc.constantFrom('Server', 'Client', 'Internal'),
    secondsAgo: fc.nat(3),
    failed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 16 },
)
const rowsOf = (traceId: string, of: typeof spans extends fc.Arbitrary<infer T> ? T : never, nowMs: number) => {
  const idOf = (index: number) => (index + 1).toString(16).padStart(16, '0')
  const seen = new Set<string>()
  return of
    .filter(({ id, service }) => seen.size < seen.add(`${id} ${service}`).size)
    .map(({ id, parent, service, name, kind, secondsAgo, failed }) =>
      spanRow({
        traceId,
        spanId: idOf(id),
        parentSpanId: parent === undefined ? '' : idOf(parent),
        at: BigInt(nowMs - secondsAgo * 1000) * 1_000_000n,
        service,
        name,
        kind,
        status: failed ? 'Error' : 'Unset',
      }),
    )
}

test('a trace does not depend on the order, splits and repetitions of its rows, and has the same root as in lists', async () => {
  await using store = await openTestStore()
  for (const table of ['otel_traces', 'trace_parts', 'trace_index']) await store.command(`SYSTEM STOP MERGES ${table}`)
  const nowMs = Date.now() - 60_000
  await fc.assert(
    fc.asyncProperty(
      spans,
      fc.array(fc.array(fc.nat(15), { minLength: 1, maxLength: 16 }), { maxLength: 3 }),
      async (of, deliveries) => {
        const [once, often] = [newTraceId(), newTraceId()]
        await store.insert(rowsOf(once, of, nowMs))
        const rows = rowsOf(often, of, nowMs)
        for (const delivery of deliveries) await store.insert(delivery.flatMap(index => rows[index] ?? []))
        await store.insert(rows.toReversed())

        const [summary] = await listTracesById(store, { traceIds: [once] })
        const [counted] = await listSpanCounts(store, { traceIds: [once] })
        for (const maxSpans of [100, 5]) {
          const [one, other] = [
            await getTrace(store, { traceId: once, maxSpans }),
            await getTrace(store, { traceId: often, maxSpans }),
          ]
          expect({ ...other, traceId: once }).toEqual(one)
          expect(one?.root).toMatchObject({ name: summary?.name, service: summary?.service, startNs: summary?.startNs })
          expect(one?.totalSpans).toBe(counted?.spanCount)
        }
      },
    ),
    runs(3),
  )
})
