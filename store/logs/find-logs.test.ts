import { describe, expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { logRow, openTestStore, randomHexId } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import type { Store } from '../store.ts'
import { rangeEndingAt } from '../units.ts'
import { findLogs } from './find-logs.ts'

const lastHour = () => rangeEndingAt(Date.now() + 60_000, 3_600_000)
const query = (text: string) => parseSearch(text, 'logs').search

test('lists the matches of a search with the selected columns', async () => {
  const traceId = randomHexId(16)
  await using store = await openTestStore([
    logRow({ at: 3000, body: 'connected' }),
    logRow({
      at: 2000,
      service: 'cart',
      severityNumber: 17,
      traceId,
      body: 'connection timed out',
      attributes: { host: 'db1' },
      resource: { 'service.version': '2' },
    }),
    logRow({ at: 1000, attributes: { 'exception.type': 'TypeError', 'exception.message': 'x timed out' } }),
  ])

  const columns = ['host', 'service.version', 'none']
  expect(await findLogs(store, { search: query('"timed out"'), range: lastHour(), columns, limit: 10 })).toMatchObject([
    { body: 'x timed out', exceptionType: 'TypeError', columns: ['', '', ''] },
    { body: 'connection timed out', service: 'cart', severityNumber: 17, traceId, columns: ['db1', '2', ''] },
  ])
})

test('a record without a body shows its attributes, without the name of its event in front', async () => {
  const attributes = { 'web_vital.name': 'LCP', 'web_vital.value': '3', other: 'x' }
  await using store = await openTestStore([logRow({ eventName: 'web_vital', body: '', attributes })])
  const [found] = await findLogs(store, { search: query(''), range: lastHour(), limit: 10 })
  expect(found?.body.split(' ').toSorted()).toEqual(['name=LCP', 'other=x', 'value=3'])
})

test('a record has its session and its user, who may be an end user', async () => {
  await using store = await openTestStore([
    logRow({ at: 2000, attributes: { 'session.id': 's', 'user.id': 'ada', 'enduser.id': 'bob' } }),
    logRow({ at: 1000, attributes: { 'enduser.id': 'bob' } }),
  ])
  const found = await findLogs(store, { search: query(''), range: lastHour(), limit: 10 })
  expect(found.map(({ sessionId, user }) => [sessionId, user])).toEqual([
    ['', 'bob'],
    ['s', 'ada'],
  ])
})

test('a web vital has its parts, unless it has a body of its own', async () => {
  const of = { 'browser.web_vital.name': 'inp', 'browser.web_vital.value': '223.7', 'browser.web_vital.rating': 'poor' }
  const vital = { eventName: 'browser.web_vital', attributes: of }
  await using store = await openTestStore([
    logRow({ at: 3000, ...vital, body: '' }),
    logRow({ at: 2000, ...vital, body: 'slow click' }),
    logRow({ at: 1000, body: 'x', attributes: of }),
  ])
  const found = await findLogs(store, { search: query(''), range: lastHour(), limit: 10 })
  expect(found.map(({ vital }) => vital)).toEqual([
    undefined,
    undefined,
    { name: 'inp', value: '223.7', rating: 'poor' },
  ])
})

describe('of four records that were sent twice', () => {
  const rows = ['1', '2', '3', '4'].map(body => logRow({ at: Number(body) * 600_000, body }))
  const store = shareTestStore(rows, rows)

  test.each([
    ['newest first', false, ['1', '2', '3', '4']],
    ['oldest first', true, ['4', '3', '2', '1']],
  ])('%s, page by page, each once', async (_, oldestFirst, bodies) => {
    const range = lastHour()
    const first = await findLogs(store(), { search: undefined, range, limit: 3, oldestFirst })
    const second = await findLogs(store(), { search: undefined, range, limit: 3, oldestFirst, after: first[2] })
    expect([...first, ...second].map(({ body }) => body)).toEqual(bodies)
  })
})

test('leaves out hidden services', async () => {
  await using store = await openTestStore([logRow({ service: 'desk', body: 'a' }), logRow({ body: 'b' })])
  const found = await findLogs(store, { search: undefined, range: lastHour(), hidden: ['desk'], limit: 10 })
  expect(found.map(({ body }) => body)).toEqual(['b'])
})

test('many long records with one id take no more memory than a page', async () => {
  await using store = await openTestStore()
  await store.command(`INSERT INTO otel_logs (Timestamp, ServiceName, Body, LogAttributes)
    SELECT now64(9) - 1 - number / 1000, 'shop', toString(number), map('log.record.uid', 'one', 'text', repeat('x', 10000))
    FROM numbers(12000)`)
  const bounded: Store = {
    ...store,
    query: (statement, signal) => store.query({ ...statement, maxMemoryBytes: 128 * 2 ** 20 }, signal),
  }
  const found = await findLogs(bounded, { search: query(''), range: lastHour(), limit: 50 })
  expect(found).toHaveLength(1)
})
