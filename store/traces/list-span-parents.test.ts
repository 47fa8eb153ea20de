import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { listSpanParents } from './list-span-parents.ts'

test('lists every span of a trace once with its parent, oldest first', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const [root, child] = [randomHexId(8), randomHexId(8)]
  const rows = [
    spanRow({ at: 1000, traceId, spanId: child, parentSpanId: root, kind: 'Client' }),
    spanRow({ at: 2000, traceId, spanId: root }),
    spanRow(),
  ]
  await using store = await openTestStore(rows)

  expect(await listSpanParents(store, { traceId })).toMatchObject([
    {
      spanId: root,
      service: 'shop',
      kind: 'Server',
      parentSpanId: '',
      isLocalRoot: true,
      isBrowser: false,
      failed: false,
    },
    {
      spanId: child,
      service: 'shop',
      kind: 'Client',
      parentSpanId: root,
      isLocalRoot: false,
      isBrowser: false,
      failed: false,
    },
  ])
})

test('a span failed if its status is an error or it has an exception, as log record or span event', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const [byStatus, byLog, byEvent, calm] = [randomHexId(8), randomHexId(8), randomHexId(8), randomHexId(8)]
  await using store = await openTestStore([
    spanRow({ at: 4000, traceId, spanId: byStatus, status: 'Error' }),
    spanRow({ at: 3000, traceId, spanId: byLog }),
    spanRow({ at: 2000, traceId, spanId: byEvent, events: [{ name: 'exception' }] }),
    spanRow({ at: 1000, traceId, spanId: calm, events: [{ name: 'retry' }] }),
    exceptionRow({ traceId, spanId: byLog }),
    exceptionRow({ spanId: calm }),
  ])

  const spans = await listSpanParents(store, { traceId })
  expect(spans.filter(({ failed }) => failed).map(({ spanId }) => spanId)).toEqual([byStatus, byLog, byEvent])
})

test('beyond the limit it keeps the selected span, roots and failures, then the oldest', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const [root, failed, wanted] = [randomHexId(8), randomHexId(8), randomHexId(8)]
  const below = { traceId, parentSpanId: root, kind: 'Client' }
  await using store = await openTestStore([
    spanRow({ ...below, at: 5000, spanId: randomHexId(8) }),
    spanRow({ ...below, at: 4000, spanId: randomHexId(8) }),
    spanRow({ ...below, at: 3000, spanId: failed, status: 'Error' }),
    spanRow({ ...below, at: 2000, spanId: wanted }),
    spanRow({ at: 1000, traceId, spanId: root }),
  ])

  const spans = await listSpanParents(store, { traceId, spanId: wanted, limit: 3 })
  expect(spans.map(({ spanId }) => spanId)).toEqual([failed, wanted, root])
})
