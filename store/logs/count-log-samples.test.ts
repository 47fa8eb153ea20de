import { expect, test } from 'vitest'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { parseSearch } from '../search/parse-search.ts'
import { listSearchKeys } from '../search/search-keys.ts'
import { rangeEndingAt } from '../units.ts'
import { countLogSamples } from './count-log-samples.ts'

test('the sample has one record in 16, each once, with all columns that a search can read', async () => {
  await using store = await openTestStore()
  const range = rangeEndingAt(Date.now(), 3_600_000)
  const insert = `INSERT INTO otel_logs (Timestamp, TraceId, ServiceName, SeverityNumber, Body, LogAttributes, ResourceAttributes, EventName)
    SELECT fromUnixTimestamp64Nano(toInt64(${range.from} + number)), lpad(hex(number), 32, '0'), 'web', 17, 'timeout',
      map('k', 'v'), map('service.version', '2'), 'sent' FROM numbers(4000)`
  await store.command(insert)
  await store.command(insert)
  const matches = await countLogSamples(store, { search: undefined, range })
  expect(matches).toBeGreaterThan(4_000 / 16 - 100)
  expect(matches).toBeLessThan(4_000 / 16 + 100)
  const found = ['timeout', 'severity:>=error', '@k:v', 'release:2', 'event:sent', 'service:web', 'has:trace']
  const lacking = ['user', 'session', 'route', 'environment', 'scope', 'span', 'resource.a'].map(key => `-has:${key}`)
  for (const text of [...found, ...lacking]) {
    const { search, mistakes } = parseSearch(text, 'logs')
    expect(mistakes).toEqual([])
    expect(await countLogSamples(store, { search, range }), text).toBe(matches)
  }
  for (const { name } of listSearchKeys('logs')) {
    const { search } = parseSearch(`has:${name}`, 'logs')
    expect(await countLogSamples(store, { search, range }), name).toBeLessThanOrEqual(matches)
  }
})
