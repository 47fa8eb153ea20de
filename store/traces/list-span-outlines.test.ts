import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { listSpanOutlines } from './list-span-outlines.ts'

const newTraceId = () => parseTraceId(randomHexId(16)) as TraceId

test('lists the spans of a trace with their times, what they call, and the statement that they have in common', async () => {
  const traceId = newTraceId()
  const [root, call, query] = [randomHexId(8), randomHexId(8), randomHexId(8)]
  const statement = { 'db.query.text': "SELECT 1 WHERE id = 17 AND name = 'ada'" }
  const url = { 'http.request.method': 'GET', 'url.full': 'https://pay.example/charges?key=1' }
  await using store = await openTestStore([
    spanRow({ at: 3_000, traceId, spanId: root, name: 'GET /cart', durationNs: 2_000_000n }),
    spanRow({ at: 2_000, traceId, spanId: call, parentSpanId: root, kind: 'Client', name: 'GET', attributes: url }),
    spanRow({ at: 1_000, traceId, spanId: query, parentSpanId: root, kind: 'Client', attributes: statement }),
    spanRow(),
  ])

  const outlines = (await listSpanOutlines(store, { traceId })).toSorted((a, b) => (a.startNs < b.startNs ? -1 : 1))
  expect(outlines).toMatchObject([
    { spanId: root, parentSpanId: '', name: 'GET /cart', kind: 'Server', durationNs: 2_000_000n, isLocalRoot: true },
    { spanId: call, parentSpanId: root, name: 'GET pay.example/charges', kind: 'Client', isLocalRoot: false },
    { spanId: query, parentSpanId: root, pattern: 'SELECT ? WHERE id = ? AND name = ?' },
  ])
})

test('tells failures by status, and exceptions that are log records or span events', async () => {
  const traceId = newTraceId()
  const [byStatus, byLog, byEvent, calm] = [randomHexId(8), randomHexId(8), randomHexId(8), randomHexId(8)]
  await using store = await openTestStore([
    spanRow({ traceId, spanId: byStatus, status: 'Error' }),
    spanRow({ traceId, spanId: byLog }),
    spanRow({ traceId, spanId: byEvent, events: [{ name: 'exception' }] }),
    spanRow({ traceId, spanId: calm, events: [{ name: 'retry' }] }),
    exceptionRow({ traceId, spanId: byLog }),
    exceptionRow({ spanId: calm }),
  ])

  const outlines = await listSpanOutlines(store, { traceId })
  expect(outlines.filter(({ failed }) => failed).map(({ spanId }) => spanId)).toEqual([byStatus])
  const thrown = outlines.filter(({ hasException }) => hasException).map(({ spanId }) => spanId)
  expect(new Set(thrown)).toEqual(new Set([byLog, byEvent]))
})

test('beyond the limit it keeps the wanted span, roots and failures, then the oldest', async () => {
  const traceId = newTraceId()
  const [root, failed, wanted] = [randomHexId(8), randomHexId(8), randomHexId(8)]
  const below = { traceId, parentSpanId: root, kind: 'Client' }
  await using store = await openTestStore([
    spanRow({ ...below, at: 5000, spanId: randomHexId(8) }),
    spanRow({ ...below, at: 4000, spanId: randomHexId(8) }),
    spanRow({ ...below, at: 3000, spanId: failed, status: 'Error' }),
    spanRow({ ...below, at: 2000, spanId: wanted }),
    spanRow({ at: 1000, traceId, spanId: root }),
  ])

  const outlines = await listSpanOutlines(store, { traceId, spanId: wanted, limit: 3 })
  expect(new Set(outlines.map(({ spanId }) => spanId))).toEqual(new Set([failed, wanted, root]))
})
