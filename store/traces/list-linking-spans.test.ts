import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseTraceId, rangeEndingAt, type TraceId } from '../units.ts'
import { listLinkingSpans } from './list-linking-spans.ts'

test('lists the spans of other traces that link to a trace, each once', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const [one, two] = [randomHexId(8), randomHexId(8)]
  const links = [one, two].map(spanId => ({ traceId, spanId }))
  const rows = [
    spanRow({ at: 3000, traceId, spanId: one, kind: 'Producer' }),
    spanRow({ at: 2900, traceId, spanId: two, links: links.slice(0, 1) }),
    spanRow({ at: 2000, service: 'mail', name: 'process batch', kind: 'Consumer', links }),
    spanRow({ at: 1000, service: 'audit', links: [{ traceId: randomHexId(16), spanId: one }] }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)
  const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
  const found = await listLinkingSpans(store, { traceId, range, limit: 10 })
  expect(found).toMatchObject([{ service: 'mail', name: 'process batch', kind: 'Consumer', linksTo: [one, two] }])
})
