import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { type InsertedRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { cursorOfTrace } from './cursor-of-trace.ts'
import { type ListTracesParams, listTraces, type TraceSummary } from './list-traces.ts'

const HOUR_MS = 3_600_000

/** A trace of so many spans, the last of them hours after the root. */
function traceOf(spans: number, { at, service = 'shop' }: { at: number; service?: string }): InsertedRow[] {
  const ids = { traceId: randomHexId(16), service }
  const root = randomHexId(8)
  return Array.from({ length: spans }, (_, n) =>
    n === 0
      ? spanRow({ ...ids, at, spanId: root, name: `${spans} spans` })
      : spanRow({ ...ids, at: n === 1 ? at - 3 * HOUR_MS : at, parentSpanId: root, name: 'child' }),
  )
}

test('traces with the most spans come first, over the whole range and all pages, each span counted once', async () => {
  const rows = [
    ...traceOf(3, { at: 4 * HOUR_MS }),
    ...traceOf(7, { at: 20 * HOUR_MS }),
    ...traceOf(5, { at: 5 * HOUR_MS, service: 'cart' }),
    ...traceOf(1, { at: 60_000 }),
    ...traceOf(9, { at: 30 * HOUR_MS }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows.slice(0, 10))
  const list = async (query: Partial<ListTracesParams>) => {
    const found: TraceSummary[] = []
    for (;;) {
      const last = found.at(-1)
      const after = last && cursorOfTrace(last, 'spans')
      const range = rangeEndingAt(Date.now() + 60_000, 24 * HOUR_MS)
      const page = await listTraces(store, { range, limit: 2, order: { by: 'spans', rising: false }, after, ...query })
      found.push(...page)
      if (page.length < 2) return found.map(({ name, spanCount }) => `${name}, ${spanCount}`)
    }
  }
  expect(await list({})).toEqual(['7 spans, 7', '5 spans, 5', '3 spans, 3', '1 spans, 1'])
  expect(await list({ order: { by: 'spans', rising: true } })).toEqual([
    '1 spans, 1',
    '3 spans, 3',
    '5 spans, 5',
    '7 spans, 7',
  ])
  expect(await list({ service: 'cart' })).toEqual(['5 spans, 5'])
  expect(await list({ hidden: ['cart'] })).toEqual(['7 spans, 7', '3 spans, 3', '1 spans, 1'])
  expect(await list({ search: parseSearch('name:child', 'spans').search })).toEqual([
    '7 spans, 7',
    '5 spans, 5',
    '3 spans, 3',
  ])
})
