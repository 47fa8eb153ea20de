import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { listSpans } from './list-spans.ts'

test('truncates long values of a span between characters, and reads one in full', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const [long, cut] = ['ä😀'.repeat(3_000), 'ä😀'.repeat(50)]
  const carried = { short: 'é', long }
  const [spanId, inEvent, short] = [randomHexId(8), randomHexId(8), randomHexId(8)]
  await using store = await openTestStore([
    spanRow({
      traceId,
      spanId,
      attributes: carried,
      resource: carried,
      links: [{ traceId, spanId, attributes: carried }],
    }),
    spanRow({ traceId, spanId: inEvent, events: [{ name: 'said', attributes: carried }] }),
    spanRow({ traceId, spanId: short, attributes: { short: cut } }),
  ])
  const byId = async (options: object) =>
    new Map((await listSpans(store, { traceId, limit: 10, ...options })).map(span => [span.spanId, span]))

  const spans = await byId({ chars: 100 })
  expect(spans.get(spanId)).toMatchObject({
    attributes: { short: 'é', long: cut },
    resource: { short: 'é', long: cut },
    links: [{ attributes: { short: 'é', long: cut } }],
    isCut: true,
  })
  expect(spans.get(inEvent)).toMatchObject({ events: [{ attributes: { short: 'é', long: cut } }], isCut: true })
  expect(spans.get(short)).toMatchObject({ attributes: { short: cut }, isCut: false })

  const whole = await byId({ spanIds: [spanId] })
  expect([...whole.keys()]).toEqual([spanId])
  expect(whole.get(spanId)).toMatchObject({ attributes: carried, resource: carried, isCut: false })
})
