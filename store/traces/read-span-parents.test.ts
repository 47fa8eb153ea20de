import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { readSpanParents, type TraceFamily } from './read-span-parents.ts'

const newTraceId = () => parseTraceId(randomHexId(16)) as TraceId

/** Each span with its parent, oldest first. */
const told = ({ size, spanIds, services, parents, failed, ranks, compare }: TraceFamily) =>
  Array.from({ length: size }, (_, number) => number)
    .sort(compare)
    .map(number => [
      ...[spanIds[number], services[number], spanIds[parents[number] ?? -1] ?? ''],
      ...[failed[number] === 1 ? 'failed' : '', ranks[number]],
    ])

test('reads every span of a trace once with its parent, also if it was delivered again', async () => {
  const traceId = newTraceId()
  const [root, child, orphan] = [randomHexId(8), randomHexId(8), randomHexId(8)]
  const rows = [
    spanRow({ at: 1000, traceId, spanId: child, parentSpanId: root, kind: 'Client', status: 'Error' }),
    spanRow({ at: 2000, traceId, spanId: root }),
    spanRow({ at: 500, traceId, spanId: orphan, parentSpanId: randomHexId(8), kind: 'Internal' }),
    spanRow(),
  ]
  await using store = await openTestStore(rows)
  const expected = [
    [root, 'shop', '', '', 0],
    [child, 'shop', root, 'failed', 4],
    [orphan, 'shop', '', '', 4],
  ]

  expect(told((await readSpanParents(store, { traceId })) as TraceFamily)).toEqual(expected)
  await store.insert(rows)
  expect(told((await readSpanParents(store, { traceId })) as TraceFamily)).toEqual(expected)
})

test('both sides of a call with one id are parent and child, and another child asks its own service', async () => {
  const traceId = newTraceId()
  const [root, call, query] = [randomHexId(8), randomHexId(8), randomHexId(8)]
  await using store = await openTestStore([
    spanRow({ at: 4000, traceId, spanId: root, service: 'web' }),
    spanRow({ at: 3000, traceId, spanId: call, parentSpanId: root, service: 'web', kind: 'Client' }),
    spanRow({ at: 2000, traceId, spanId: call, parentSpanId: root, service: 'pay', kind: 'Server' }),
    spanRow({ at: 1000, traceId, spanId: query, parentSpanId: call, service: 'pay', kind: 'Client' }),
  ])

  const family = (await readSpanParents(store, { traceId })) as TraceFamily
  const nameOf = (number: number) => `${family.spanIds[number]} ${family.services[number]}`
  const parentOf = new Map([...family.parents].map((parent, number) => [nameOf(number), nameOf(parent)]))
  expect(parentOf.get(`${call} pay`)).toBe(`${call} web`)
  expect(parentOf.get(`${query} pay`)).toBe(`${call} pay`)
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

  const { spanIds, failed } = (await readSpanParents(store, { traceId })) as TraceFamily
  expect(new Set(spanIds.filter((_, number) => failed[number] === 1))).toEqual(new Set([byLog, byEvent]))
})

test('a trace with more spans than the limit is not read', async () => {
  const traceId = newTraceId()
  await using store = await openTestStore([1, 2, 3].map(() => spanRow({ traceId, spanId: randomHexId(8) })))

  expect(await readSpanParents(store, { traceId, limit: 2 })).toBeUndefined()
  expect((await readSpanParents(store, { traceId, limit: 3 }))?.size).toBe(3)
})
