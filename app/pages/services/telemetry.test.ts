import fc from 'fast-check'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Store } from '../../../store/store.ts'
import { nsOfMs } from '../../../store/units.ts'
import { runs } from '../../../test/property-runs.ts'
import { type InsertedRow, logRow, openTestStore, randomHexId, spanRow } from '../../../test/store/open-test-store.ts'
import { storeContext } from '../../data/query.ts'
import { TEST_SETTINGS } from '../../data/settings.test-data.ts'
import { settingsContext } from '../../data/settings.ts'
import { queryTelemetry } from './query-telemetry.server.ts'
import { loader } from './telemetry.tsx'

test('the page makes two queries', async () => {
  await using opened = await openTestStore([spanRow(), logRow()])
  const queries: string[] = []
  const store: Store = {
    ...opened,
    query: (query, signal) => {
      queries.push(query.name)
      return opened.query(query, signal)
    },
  }
  const context = new RouterContextProvider()
  context.set(storeContext, store)
  context.set(settingsContext, TEST_SETTINGS)
  const url = new URL('/services/shop/telemetry', 'http://desk.example')
  const params = { service: 'shop' }
  const pattern = '/services/:service/telemetry'
  const { report } = await loader({ context, request: new Request(url), url, params, pattern })
  expect(queries.toSorted()).toEqual(['list-log-shapes', 'list-span-shapes'])
  expect([report.spans, report.records]).toEqual([1, 1])
})

const at = nsOfMs(Date.now() - 60_000)
const ids = [randomHexId(16), randomHexId(16)]
const spanIds = [randomHexId(8), randomHexId(8), randomHexId(8)]
const attributes = fc.subarray(['http.method', 'http.route', 'http.status_code', 'user.id', 'graphql.operation.type'])
const span = fc
  .record({
    traceId: fc.constantFrom(...ids),
    spanId: fc.constantFrom(...spanIds),
    parentSpanId: fc.constantFrom('', ...spanIds, 'feedfacefeedface'),
    service: fc.constantFrom('shop', 'shop', 'web'),
    kind: fc.constantFrom('Server', 'Client', 'Internal'),
    names: attributes,
    durationNs: fc.constantFrom(0n, 5n, 2n ** 63n),
    status: fc.constantFrom('Unset' as const, 'Error' as const),
    offset: fc.constantFrom(0n, 3_000_000n),
  })
  .map(({ names, offset, ...of }) =>
    spanRow({ ...of, at: at + offset, attributes: Object.fromEntries(names.map(name => [name, '1'])) }),
  )
const record = fc
  .record({
    body: fc.constantFrom('a', '{"b":1}'),
    traceId: fc.constantFrom('', ...ids),
    severityNumber: fc.constantFrom(0, 9),
  })
  .map(of => logRow({ ...of, at }))

test('what it says of a mixture of rows depends neither on their order nor on repeated delivery', async () => {
  await using one = await openTestStore()
  await using other = await openTestStore()
  const range = { from: at - 600_000_000_000n, to: at + 600_000_000_000n }
  const tell = (store: Store) => queryTelemetry(store, { range, listFilters: { service: 'shop' } })
  const mixtures = fc
    .tuple(
      fc.uniqueArray(span, { maxLength: 10, selector: identityOf }),
      fc.uniqueArray(record, { maxLength: 6, selector: identityOf }),
    )
    .map(rows => rows.flat())
    .chain(rows => fc.tuple(fc.constant(rows), fc.shuffledSubarray([...rows, ...rows], { minLength: rows.length })))
  await fc.assert(
    fc.asyncProperty(mixtures, async ([rows, again]) => {
      await Promise.all([one.empty(), other.empty()])
      await one.insert(rows)
      await other.insert(again)
      await other.insert(rows.toReversed())
      expect(await tell(other)).toEqual(await tell(one))
    }),
    { ...runs(4), endOnFailure: true },
  )
})

/** What makes two rows one in the store: the last one would hold. */
function identityOf({ values }: InsertedRow): string {
  const { TraceId, SpanId, ServiceName, Body, SeverityNumber } = values
  return JSON.stringify(Body === undefined ? [TraceId, SpanId, ServiceName] : [TraceId, Body, SeverityNumber])
}
