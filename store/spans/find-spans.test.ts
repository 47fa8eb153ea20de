import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { cursorOfSpan } from './cursor-of-span.ts'
import { findSpans } from './find-spans.ts'

const lastHour = () => rangeEndingAt(Date.now() + 60_000, 3_600_000)
const query = (text: string) => parseSearch(text, 'spans').search

test('lists the matching spans, newest first', async () => {
  const [traceId, spanId] = [randomHexId(16), randomHexId(8)]
  await using store = await openTestStore([
    spanRow({ at: 3000, name: 'SELECT price', attributes: { 'db.query.text': 'SELECT price FROM items' } }),
    spanRow({ at: 2000, name: 'GET /' }),
    spanRow({
      at: 1000,
      traceId,
      spanId,
      service: 'items',
      kind: 'Client',
      status: 'Error',
      name: 'query',
      durationNs: 5n,
      attributes: { 'db.statement': 'select PRICE' },
    }),
  ])

  expect(await findSpans(store, { search: query('price'), range: lastHour(), limit: 10 })).toMatchObject([
    { traceId, spanId, service: 'items', kind: 'Client', failed: true, name: 'query', durationNs: 5n },
    { name: 'SELECT price', failed: false },
  ])
})

test.each([
  ['slowest first', { by: 'duration', rising: false }, ['9', '7', '5', '3']],
  ['fastest first', { by: 'duration', rising: true }, ['3', '5', '7', '9']],
  ['oldest first', { by: 'start', rising: true }, ['7', '9', '3', '5']],
  ['newest first', { by: 'start', rising: false }, ['5', '3', '9', '7']],
] as const)('%s holds over all pages, however often spans were delivered', async (_, order, names) => {
  const rows = ['5', '3', '9', '7'].map((name, index) =>
    spanRow({ at: 1_000 + index * 900_000, name, durationNs: BigInt(name) }),
  )
  await using store = await openTestStore(rows)
  await store.insert(rows)

  const range = lastHour()
  const first = await findSpans(store, { search: undefined, range, limit: 3, order })
  const after = first[2] && cursorOfSpan(first[2], order.by)
  const second = await findSpans(store, { search: undefined, range, limit: 3, order, after })
  expect([...first, ...second].map(({ name }) => name)).toEqual(names)
})

test('leaves out hidden services', async () => {
  await using store = await openTestStore([spanRow({ service: 'desk' }), spanRow({ service: 'shop' })])
  const found = await findSpans(store, { search: undefined, range: lastHour(), hidden: ['desk'], limit: 10 })
  expect(found.map(({ service }) => service)).toEqual(['shop'])
})
