import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { listLinkedSpans } from './list-linked-spans.ts'

test('lists the spans that links name, each once, without those of other traces with their ids', async () => {
  const [traceId, spanId] = [randomHexId(16), randomHexId(8)]
  const rows = [
    spanRow({ at: 7_200_000, traceId, spanId, kind: 'Producer', name: 'send orders', durationNs: 5n }),
    spanRow({ at: 1000, spanId }),
    spanRow({ at: 1000, traceId }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)
  const links = [
    { traceId, spanId },
    { traceId: randomHexId(16), spanId: randomHexId(8) },
  ]
  expect(await listLinkedSpans(store, { links })).toMatchObject([
    { traceId, spanId, service: 'shop', name: 'send orders', kind: 'Producer', durationNs: 5n },
  ])
  expect(await listLinkedSpans(store, { links: [] })).toEqual([])
})
