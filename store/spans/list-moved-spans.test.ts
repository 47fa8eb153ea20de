import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { listTraces } from '../traces/list-traces.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { findSpans } from './find-spans.ts'
import { listMovedSpans } from './list-moved-spans.ts'

const newTraceId = () => parseTraceId(randomHexId(16)) as TraceId
const range = () => ({ from: BigInt(Date.now() - 3_600_000) * 1_000_000n, to: BigInt(Date.now()) * 1_000_000n })

test.each([
  ['the Collector', 'errata.clock.original'],
  ['the relay', 'errata.clock.browser'],
])(
  'a span that %s moved is marked in lists of traces and spans with its own time, and its neighbours are not',
  async (_, name) => {
    const [ahead, punctual] = [newTraceId(), newTraceId()]
    const [root, child] = [randomHexId(8), randomHexId(8)]
    const sentAt = String(BigInt(Date.now() + 2_400_000) * 1_000_000n)
    const moved = { [name]: sentAt }
    await using store = await openTestStore([
      spanRow({ at: 4000, traceId: ahead, spanId: root, service: 'till', attributes: moved }),
      spanRow({ at: 3900, traceId: ahead, spanId: child, parentSpanId: root, service: 'stock' }),
      spanRow({ at: 3000, traceId: punctual, spanId: randomHexId(8), service: 'till' }),
    ])

    expect(await listMovedSpans(store, { traceIds: [ahead, punctual] })).toEqual([
      { traceId: ahead, service: 'till', originalTime: sentAt },
    ])
    const traces = await listTraces(store, { range: range(), limit: 10 })
    expect(traces.map(({ traceId, originalTime }) => [traceId, originalTime])).toEqual([
      [punctual, undefined],
      [ahead, sentAt],
    ])
    const spans = await findSpans(store, { search: undefined, range: range(), limit: 10 })
    expect(spans.map(({ service, originalTime }) => [service, originalTime])).toEqual([
      ['till', undefined],
      ['stock', undefined],
      ['till', sentAt],
    ])
  },
)

test('a trace whose root is punctual is not marked for another service of it', async () => {
  const traceId = newTraceId()
  const root = randomHexId(8)
  await using store = await openTestStore([
    spanRow({ at: 4000, traceId, spanId: root, service: 'shop' }),
    spanRow({
      at: 3900,
      traceId,
      parentSpanId: root,
      service: 'stock',
      attributes: { 'errata.clock.original': String(BigInt(Date.now() + 2_400_000) * 1_000_000n) },
    }),
  ])

  const [trace] = await listTraces(store, { range: range(), limit: 10 })
  expect(trace?.originalTime).toBeUndefined()
})
