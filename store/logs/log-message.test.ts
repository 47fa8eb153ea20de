import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { JSON_LOG_CASES } from '../../test/otlp/json-log-cases.ts'
import { runs } from '../../test/property-runs.ts'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { findLogs } from './find-logs.ts'
import { listLogFacets } from './list-log-facets.ts'
import { listLogPatterns } from './list-log-patterns.ts'

const HOUR = 3_600_000
const startMs = Math.floor(Date.now() / HOUR) * HOUR - HOUR
const range = { from: nsOfMs(startMs), to: nsOfMs(startMs + HOUR) }
const at = (index: number) => nsOfMs(startMs + 1 + index)

test('a JSON body of every logger is shown by its message', async () => {
  await using store = await openTestStore(
    JSON_LOG_CASES.map(({ body }, index) => logRow({ at: at(index), body: JSON.stringify(body) })),
  )
  const logs = await findLogs(store, { search: undefined, range, limit: 100, oldestFirst: true })
  expect(logs.map(({ body }) => body)).toEqual(JSON_LOG_CASES.map(({ message }) => message))
})

test('JSON bodies whose messages differ only in values are one pattern', async () => {
  await using store = await openTestStore([
    logRow({ at: at(1), body: '{"level":30,"msg":"paid 12 EUR","pid":1}' }),
    logRow({ at: at(2), body: '{"level":30,"time":5,"msg":"paid 7 EUR"}' }),
    logRow({ at: at(3), body: '{"no":"message"}' }),
  ])
  const { patterns } = await listLogPatterns(store, { search: undefined, range, limit: 10 })
  expect(patterns.map(({ pattern, count }) => [pattern, count])).toEqual([
    ['paid * EUR', 2],
    ['{*}', 1],
  ])
})

test('a message is found by its text, however the JSON writes it', async () => {
  await using store = await openTestStore([
    logRow({ at: at(1), body: '{"message":"caf\\u00e9 \\"Roma\\" closed","order":"o-4711"}' }),
    logRow({ at: at(2), body: 'café "Roma" open' }),
  ])
  const find = async (typed: string) => {
    const { search } = parseSearch(typed, 'logs')
    return (await findLogs(store, { search, range, limit: 10 })).map(({ body }) => body)
  }
  expect(await find('café')).toEqual(['café "Roma" open', 'café "Roma" closed'])
  expect(await find('message:~closed')).toEqual(['café "Roma" closed'])
  expect(await find('o-4711')).toEqual(['café "Roma" closed'])
  expect(await find('body:~u00e9')).toEqual(['café "Roma" closed'])
})

test('a record without a severity has none: it is found by that name, and is no error', async () => {
  await using store = await openTestStore([
    logRow({ at: at(1), severityNumber: 0, body: 'none' }),
    logRow({ at: at(2), severityNumber: 17, body: 'error' }),
  ])
  const find = async (typed: string) => {
    const { search } = parseSearch(typed, 'logs')
    return (await findLogs(store, { search, range, limit: 10 })).map(({ body }) => body)
  }
  expect(await find('severity:none')).toEqual(['none'])
  expect(await find('-severity:none')).toEqual(['error'])
  expect(await find('severity:<fatal')).toEqual(['error'])
  expect(await find('is:error')).toEqual(['error'])
  const { values } = await listLogFacets(store, { search: undefined, range, bucketNs: nsOfMs(HOUR) })
  expect(values['severity']?.map(({ value, count }) => [value, count])).toEqual([
    ['error', 1],
    ['none', 1],
  ])
})

test('no body makes a query fail, and what is no JSON is shown as it is', async () => {
  await using store = await openTestStore()
  const json = fc.oneof(fc.json({ maxDepth: 6 }), fc.string({ unit: 'binary' })).map(text => `{${text.slice(1)}`)
  await fc.assert(
    fc.asyncProperty(fc.array(json, { minLength: 1, maxLength: 50 }), async texts => {
      await store.empty()
      const bodies = texts.map(text => text.toWellFormed().slice(0, 200))
      await store.insert(bodies.map((body, index) => logRow({ at: at(index), body })))
      const logs = await findLogs(store, { search: undefined, range, limit: 100, oldestFirst: true })
      expect(logs.map(({ body }) => body)).toEqual(bodies)
    }),
    runs(20),
  )
})
