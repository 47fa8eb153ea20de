import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseTraceId, rangeEndingAt } from '../units.ts'
import { listMatchingSpans } from './list-matching-spans.ts'

const id = randomHexId(16)
const [root, call, database, other] = [randomHexId(8), randomHexId(8), randomHexId(8), randomHexId(8)]
const rows = [
  spanRow({ at: 4000, traceId: id, spanId: root, service: 'web' }),
  spanRow({ at: 3000, traceId: id, spanId: call, parentSpanId: root, service: 'cart', status: 'Error' }),
  spanRow({
    at: 2000,
    traceId: id,
    spanId: database,
    parentSpanId: call,
    service: 'cart',
    attributes: { tier: 'gold' },
  }),
  spanRow({ at: 1000, traceId: randomHexId(16), spanId: other, service: 'cart', status: 'Error' }),
]

test('of spans that share an id the one that matches', async () => {
  const traceId = randomHexId(16)
  const spanId = randomHexId(8)
  const twins = ['web', 'pay'].map(service => spanRow({ traceId, spanId, service }))
  await using store = await openTestStore(twins)
  const { search } = parseSearch('service:pay', 'spans')
  const asked = parseTraceId(traceId)
  if (search === undefined || asked === undefined) throw new Error('unreachable')
  const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
  expect(await listMatchingSpans(store, { traceId: asked, search, range, limit: 100 })).toEqual([
    { spanId, service: 'pay' },
  ])
})

test.each([
  ['service:cart', [call, database]],
  ['is:error', [call]],
  ['@tier:gold', [database]],
  ['[is:error] > [@tier:gold]', [call, database]],
  ['[is:error] > [service:web]', []],
  ['-is:error', [root, database]],
])('%s finds its spans of the trace alone, each once', async (text, expected) => {
  await using store = await openTestStore(rows)
  await store.insert(rows)
  const { search } = parseSearch(text, 'spans')
  const traceId = parseTraceId(id)
  if (search === undefined || traceId === undefined) throw new Error('unreachable')
  const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
  const found = await listMatchingSpans(store, { traceId, search, range, limit: 100 })
  expect(found.map(({ spanId }) => spanId)).toEqual(expected)
})
