import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs, parseTraceId, type TraceId } from '../units.ts'
import { listBriefSpans } from './list-brief-spans.ts'

const newTraceId = () => parseTraceId(randomHexId(16)) as TraceId

test('lists spans by their ids with what they call, their user, and what they link to', async () => {
  const traceId = newTraceId()
  const [root, call, other] = [randomHexId(8), randomHexId(8), randomHexId(8)]
  const linked = { traceId: randomHexId(16), spanId: randomHexId(8) }
  const startNs = nsOfMs(Date.now() - 60_000)
  await using store = await openTestStore([
    spanRow({
      ...{ at: startNs, durationNs: 2_000_000n, traceId, spanId: root, name: 'GET /cart', status: 'Error' },
      attributes: { 'enduser.id': 'ada', 'http.response.status_code': '502', 'session.id': 's1' },
      events: [{ name: 'exception' }],
    }),
    spanRow({
      ...{ at: startNs, traceId, spanId: call, parentSpanId: root, kind: 'Client', name: 'GET', links: [linked] },
      attributes: { 'http.method': 'GET', 'http.url': 'https://pay.example/charges?key=1', 'db.system': 'redis' },
    }),
    spanRow({ traceId, spanId: other }),
  ])

  const listed = await listBriefSpans(store, { traceId, spanIds: [root, call] })
  expect(listed.toSorted((a, b) => (a.spanId === root ? -1 : b.spanId === root ? 1 : 0))).toMatchObject([
    {
      ...{ spanId: root, parentSpanId: '', service: 'shop', name: 'GET /cart', kind: 'Server', startNs },
      ...{ durationNs: 2_000_000n, failed: true, hasException: true, isLocalRoot: true, isBrowser: false },
      ...{ httpStatus: 502, sessionId: 's1', links: [], attributes: { 'user.id': 'ada' } },
    },
    {
      ...{ spanId: call, parentSpanId: root, name: 'GET', callee: 'pay.example/charges', isLocalRoot: false },
      ...{ failed: false, hasException: false, links: [{ ...linked, attributes: {} }] },
      attributes: {
        'db.system.name': 'redis',
        'url.full': 'https://pay.example/charges?key=1',
        'http.request.method': 'GET',
      },
    },
  ])
})

test('of a long statement it reads the beginning', async () => {
  const traceId = newTraceId()
  const spanId = randomHexId(8)
  await using store = await openTestStore([
    spanRow({ traceId, spanId, attributes: { 'db.query.text': 'ä'.repeat(5_000) } }),
  ])

  const [span] = await listBriefSpans(store, { traceId, spanIds: [spanId] })
  expect(span?.attributes['db.query.text']).toBe('ä'.repeat(300))
})
