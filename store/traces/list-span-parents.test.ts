import { expect, test } from 'vitest'
import { newId, openTestStore, spanRow } from '../../test/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { listSpanParents } from './list-span-parents.ts'

test('lists every span of a trace once with its parent, oldest first', async () => {
  const traceId = parseTraceId(newId(16)) as TraceId
  const [root, child] = [newId(8), newId(8)]
  const rows = [
    spanRow({ at: 1000, traceId, spanId: child, parentSpanId: root }),
    spanRow({ at: 2000, traceId, spanId: root }),
    spanRow(),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  expect(await listSpanParents(store, { traceId })).toEqual([
    { spanId: root, parentSpanId: '' },
    { spanId: child, parentSpanId: root },
  ])
})
