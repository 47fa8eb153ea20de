import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { findSpans } from './find-spans.ts'

test('a span in a list has its statement, URL or destination, however often it was delivered', async () => {
  const [traceId, spanId] = [randomHexId(16), randomHexId(8)]
  const [long, of] = ['x'.repeat(400), (attributes: Record<string, string>) => ({ traceId, attributes })]
  const rows = [
    spanRow({ at: 6000, ...of({ 'url.full': 'https://api.example/pay', 'url.path': '/pay' }) }),
    spanRow({ at: 5000, ...of({ 'messaging.destination.name': 'orders', 'url.path': '/queue' }) }),
    spanRow({ at: 4000, ...of({ 'db.statement': 'select 1', 'db.query.text': 'SELECT ?', 'db.system': 'mysql' }) }),
    spanRow({ at: 3000, ...of({ 'db.statement': long }) }),
    // Two services may use one span id.
    spanRow({ at: 2000, spanId, service: 'till', ...of({}) }),
    spanRow({ at: 1000, spanId, service: 'mail', ...of({ 'messaging.destination.name': 'orders' }) }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
  const spans = await findSpans(store, { search: undefined, range, limit: 10 })
  expect(spans.map(({ detail }) => detail)).toEqual([
    'orders',
    '',
    long.slice(0, 300),
    'SELECT ?',
    '/queue',
    'https://api.example/pay',
  ])
  expect(spans.filter(({ isDatabaseCall }) => isDatabaseCall).map(({ detail }) => detail)).toEqual(['SELECT ?'])
})
