import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import type { Store } from '../store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { encodeResourceSpans } from './encode-otlp.ts'
import type { Span } from './list-spans.ts'
import { listSpansInParts } from './list-spans-in-parts.ts'

const newTraceId = () => parseTraceId(randomHexId(16)) as TraceId
const NS_PER_MS = 1_000_000n

async function readParts(store: Store, traceId: TraceId) {
  const parts: (readonly Span[])[] = []
  for await (const part of listSpansInParts(store, { traceId })) parts.push(part)
  return parts
}

test('a stored span is written as OTLP has it, with its events, links, status, scope and resource', async () => {
  const traceId = newTraceId()
  const [spanId, parentSpanId, linked] = [
    randomHexId(8),
    randomHexId(8),
    { traceId: newTraceId(), spanId: randomHexId(8) },
  ]
  const at = BigInt(Date.now() - 5_000) * NS_PER_MS
  await using store = await openTestStore([
    spanRow({
      ...{ at, traceId, spanId, parentSpanId, name: 'GET /cart', kind: 'Server', durationNs: 3n },
      ...{ status: 'Error', attributes: { 'http.route': '/cart' } },
      events: [{ name: 'retry', at, attributes: { attempt: '2' } }],
      links: [linked],
    }),
  ])

  const [part = []] = await readParts(store, traceId)
  const failed = part.map(span => ({ ...span, statusMessage: 'no stock' }))
  expect(encodeResourceSpans(traceId, failed)).toMatchObject([
    {
      resource: { attributes: expect.arrayContaining([{ key: 'service.name', value: { stringValue: 'shop' } }]) },
      scopeSpans: [
        {
          spans: [
            {
              ...{ traceId, spanId, parentSpanId, name: 'GET /cart', kind: 2 },
              ...{ startTimeUnixNano: `${at}`, endTimeUnixNano: `${at + 3n}` },
              attributes: [{ key: 'http.route', value: { stringValue: '/cart' } }],
              events: [{ name: 'retry', attributes: [{ key: 'attempt', value: { stringValue: '2' } }] }],
              links: [linked],
              status: { code: 2, message: 'no stock' },
            },
          ],
        },
      ],
    },
  ])
})

test('spans of one resource and scope stand together, and a trace that is not stored has none', async () => {
  const traceId = newTraceId()
  await using store = await openTestStore([
    spanRow({ traceId, service: 'shop', name: 'a' }),
    spanRow({ traceId, service: 'web', name: 'b' }),
    spanRow({ traceId, service: 'shop', name: 'c' }),
  ])

  const [part = []] = await readParts(store, traceId)
  const names = encodeResourceSpans(traceId, part).map(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map(({ name }) => name)).toSorted(),
  )
  expect(names.toSorted((a, b) => b.length - a.length)).toEqual([['a', 'c'], ['b']])
  expect(await readParts(store, newTraceId())).toEqual([])
})
