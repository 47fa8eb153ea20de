import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { parseSearch } from '../search/parse-search.ts'
import { rangeEndingAt } from '../units.ts'
import { countSpanSamples } from './count-span-samples.ts'

test('the sample has the spans of one trace in 16, each once, with all columns that a search can read', async () => {
  await using store = await openTestStore()
  const range = rangeEndingAt(Date.now(), 3_600_000)
  const insert = `INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName, SpanName, SpanAttributes, ResourceAttributes)
    SELECT fromUnixTimestamp64Nano(toInt64(${range.from} + number)), leftPad(lower(hex(intDiv(number, 2))), 32, '0'), toString(number), 'web', 'x',
      map('http.route', '/cart', 'http.response.status_code', '503'), map('service.version', '2') FROM numbers(4000)`
  await store.command(insert)
  await store.command(insert)
  const matches = await countSpanSamples(store, { search: undefined, range })
  expect(matches).toBeGreaterThan(4_000 / 16 - 100)
  expect(matches).toBeLessThan(4_000 / 16 + 100)
  for (const text of ['route:/cart', 'status:>=500', 'is:entry', 'release:2', '@http.route:/cart', 'duration:<1s']) {
    expect(await countSpanSamples(store, { search: parseSearch(text, 'spans').search, range }), text).toBe(matches)
  }
})
