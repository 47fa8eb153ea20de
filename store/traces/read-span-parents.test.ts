import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { readSpanParents, type TraceFamily } from './read-span-parents.ts'

const newTraceId = () => parseTraceId(randomHexId(16)) as TraceId

/** Each span with its parent, oldest first. */
const told = ({ size, idOf, parents, failed, ranks, compare }: TraceFamily) =>
  Array.from({ length: size }, (_, span) => span)
    .sort(compare)
    .map(span => {
      const parent = parents[span] ?? -1
      return [idOf(span), parent < 0 ? '' : idOf(parent), failed[span] === 1 ? 'failed' : '', ranks[span]]
    })

test('reads every span of a trace with its parent, oldest first by its order', async () => {
  const traceId = newTraceId()
  const [root, child, orphan] = [randomHexId(8), 'ffffffff00000001', '00000000ffffffff']
  const rows = [
    spanRow({ at: 1000, traceId, spanId: child, parentSpanId: root, kind: 'Client', status: 'Error' }),
    spanRow({ at: 4_000_000, traceId, spanId: root }),
    spanRow({ at: 500, traceId, spanId: orphan, parentSpanId: randomHexId(8), kind: 'Internal' }),
    spanRow(),
  ]
  await using store = await openTestStore(rows)

  expect(told((await readSpanParents(store, { traceId })) as TraceFamily)).toEqual([
    [root, '', '', 0],
    [child, root, 'failed', 4],
    [orphan, '', '', 4],
  ])
})

test('an id that comes twice cannot be told, as of both sides of a call', async () => {
  const traceId = newTraceId()
  const call = randomHexId(8)
  await using store = await openTestStore([
    spanRow({ traceId, spanId: call, service: 'web', kind: 'Client' }),
    spanRow({ traceId, spanId: call, service: 'pay', kind: 'Server' }),
  ])

  expect(await readSpanParents(store, { traceId })).toBeUndefined()
})

test('an exception, as log record or span event, makes a span a failed one', async () => {
  const traceId = newTraceId()
  const [byLog, byEvent, calm] = [randomHexId(8), randomHexId(8), randomHexId(8)]
  await using store = await openTestStore([
    spanRow({ at: 3000, traceId, spanId: byLog }),
    spanRow({ at: 2000, traceId, spanId: byEvent, events: [{ name: 'exception' }] }),
    spanRow({ at: 1000, traceId, spanId: calm, events: [{ name: 'retry' }] }),
    exceptionRow({ traceId, spanId: byLog }),
  ])

  const spans = told((await readSpanParents(store, { traceId })) as TraceFamily)
  expect(spans.map(([id, , failed]) => [id, failed])).toEqual([
    [byLog, 'failed'],
    [byEvent, 'failed'],
    [calm, ''],
  ])
})

test('a trace with more spans than the limit is not read', async () => {
  const traceId = newTraceId()
  await using store = await openTestStore([1, 2, 3].map(at => spanRow({ at, traceId, spanId: randomHexId(8) })))

  expect(await readSpanParents(store, { traceId, limit: 2 })).toBeUndefined()
  expect((await readSpanParents(store, { traceId, limit: 3 }))?.size).toBe(3)
})
