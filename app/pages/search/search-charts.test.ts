import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../../test/store/open-test-store.ts'
import { readExceptionFilters } from '../../url/exception-filters.ts'
import { readTraceFilters } from '../../url/trace-filters.ts'
import { summarizeExceptionSearch } from '../exceptions/summarize-exception-search.server.ts'
import { summarizeLogSearch } from '../logs/summarize-log-search.server.ts'
import { summarizeSpanSearch } from '../traces/summarize-span-search.server.ts'
import { summarizeTraceSearch } from '../traces/summarize-trace-search.server.ts'

const HOUR_MS = 3_600_000

test('the charts of all lists mark the releases of their time, of the service that was chosen', async () => {
  const of = (service: string, release: string, at: number) =>
    spanRow({ at, service, resource: { 'service.version': release } })
  await using store = await openTestStore([
    of('shop', '1', 30 * HOUR_MS),
    of('shop', '2', HOUR_MS),
    of('cart', '7', 30 * HOUR_MS),
    of('cart', '8', HOUR_MS),
  ])
  const nowMs = Date.now()
  const params = new URLSearchParams({ service: 'shop', durations: '1' })
  const { filters, range } = readTraceFilters(params, nowMs)
  const asked = { nowMs, range, filters, search: undefined, hidden: [] }
  const exceptions = { ...asked, filters: readExceptionFilters(params, nowMs).filters }

  const charts = [
    (await summarizeExceptionSearch(store, exceptions)).chart,
    (await summarizeLogSearch(store, asked)).chart,
    (await summarizeSpanSearch(store, asked)).chart,
    (await summarizeSpanSearch(store, asked)).durations?.chart,
    (await summarizeTraceSearch(store, asked)).durations?.chart,
  ]
  const mark = { label: '2', labelAt: { textAnchor: 'end' }, title: '2 of shop', to: '/releases/2', isDrawn: true }
  expect(charts.map(chart => chart?.marks)).toMatchObject(charts.map(() => [mark]))
})
