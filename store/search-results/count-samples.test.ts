import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import type { SearchExpression } from '../../search/search.ts'
import { listSearchKeys } from '../../search/search-keys.ts'
import { writeConditions } from '../../search/write-conditions.ts'
import { writeSpanConditions } from '../../search/write-trace-conditions.ts'
import { openTestStore, type TestStore } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { countSamples } from './count-samples.ts'

const range = rangeEndingAt(Date.now(), 3_600_000)
const countSpans = (store: TestStore, search?: SearchExpression) =>
  countSamples(store, { samples: 'span_samples', range }, bind => writeSpanConditions(search, { range, bind }))
const countLogs = (store: TestStore, search?: SearchExpression) =>
  countSamples(store, { samples: 'log_samples', range }, bind => writeConditions(search, 'logs', bind))

test('the sample has the spans of one trace in 16, each once, with all columns that a search can read', async () => {
  await using store = await openTestStore()
  const insert = `INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName, SpanName, SpanAttributes, ResourceAttributes)
    SELECT fromUnixTimestamp64Nano(toInt64(${range.from} + number)), leftPad(lower(hex(intDiv(number, 2))), 32, '0'), toString(number), 'web', 'x',
      map('http.route', '/cart', 'http.response.status_code', '503'), map('service.version', '2') FROM numbers(4000)`
  await store.command(insert)
  await store.command(insert)
  const matches = await countSpans(store)
  expect(matches).toBeGreaterThan(4_000 / 16 - 100)
  expect(matches).toBeLessThan(4_000 / 16 + 100)
  for (const text of ['route:/cart', 'status:>=500', 'is:entry', 'release:2', '@http.route:/cart', 'duration:<1s']) {
    expect(await countSpans(store, parseSearch(text, 'spans').search), text).toBe(matches)
  }
})

test('many matches are counted by one sample in 16, fewer by all', async () => {
  await using store = await openTestStore()
  // Identities that end in eight zeros are of level 8, those that end in four are not.
  const insert = (records: number, identity: number) =>
    store.command(`INSERT INTO log_samples (Timestamp, Id, ServiceName)
      SELECT fromUnixTimestamp64Nano(toInt64(${range.from} + number)), (2 * number + 1) * ${identity}, 'web' FROM numbers(${records})`)
  await insert(499, 256)
  await insert(100, 16)
  expect(await countLogs(store)).toBe(599)
  await insert(500, 256)
  expect(await countLogs(store)).toBe(500 * 16)
})

test('the sample has one log record in 16, each once, with all columns that a search can read', async () => {
  await using store = await openTestStore()
  const insert = `INSERT INTO otel_logs (Timestamp, TraceId, ServiceName, SeverityNumber, Body, LogAttributes, ResourceAttributes, EventName)
    SELECT fromUnixTimestamp64Nano(toInt64(${range.from} + number)), lpad(hex(number), 32, '0'), 'web', 17, 'timeout',
      map('k', 'v'), map('service.version', '2'), 'sent' FROM numbers(4000)`
  await store.command(insert)
  await store.command(insert)
  const matches = await countLogs(store)
  expect(matches).toBeGreaterThan(4_000 / 16 - 100)
  expect(matches).toBeLessThan(4_000 / 16 + 100)
  const found = ['timeout', 'severity:>=error', '@k:v', 'release:2', 'event:sent', 'service:web', 'has:trace']
  const lacking = ['user', 'session', 'route', 'environment', 'scope', 'span', 'resource.a'].map(key => `-has:${key}`)
  for (const text of [...found, ...lacking]) {
    const { search, mistakes } = parseSearch(text, 'logs')
    expect(mistakes).toEqual([])
    expect(await countLogs(store, search), text).toBe(matches)
  }
  for (const { name } of listSearchKeys('logs')) {
    const { search } = parseSearch(`has:${name}`, 'logs')
    expect(await countLogs(store, search), name).toBeLessThanOrEqual(matches)
  }
})
