import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listSessionFacets } from './list-session-facets.ts'

const event = (session: string, route: string, options: { readonly service?: string; readonly at?: number } = {}) =>
  spanRow({
    at: 60_000,
    service: 'shop-browser',
    kind: 'Internal',
    name: 'navigation',
    attributes: { 'session.id': session, 'errata.transaction.route': route },
    resource: { 'service.version': '2', 'user_agent.original': 'Firefox' },
    ...options,
  })

const rows = [
  event('one', '/cart'),
  event('one', '/pay'),
  event('two', '/cart', { service: 'admin-browser' }),
  event('two', '/cart', { service: 'admin-browser', at: 50_000 }),
  event('old', '/cart', { at: 2 * 3_600_000 }),
]

const count = async (text: string, options: Partial<Parameters<typeof listSessionFacets>[1]> = {}) => {
  await using store = await openTestStore(rows)
  await store.insert(rows)
  const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
  return listSessionFacets(store, { search: parseSearch(text, 'sessions').search, range, ...options })
}

test('counts sessions once by each value that their matching events have, the most frequent first', async () => {
  const two = (value: string) => [{ value, count: 2 }]
  expect(await count('')).toEqual({
    total: 2,
    isExact: true,
    buckets: [],
    values: {
      service: [
        { value: 'admin-browser', count: 1 },
        { value: 'shop-browser', count: 1 },
      ],
      environment: two(''),
      release: two('2'),
      route: [
        { value: '/cart', count: 2 },
        { value: '/pay', count: 1 },
      ],
      browser: two('Firefox'),
      exception: two(''),
    },
  })
  expect((await count('', { values: 1 })).values['route']).toEqual([{ value: '/cart', count: 2 }])
})

test('the scope and the search are part of what an event must be', async () => {
  expect((await count('route:/pay')).values['service']).toEqual([{ value: 'shop-browser', count: 1 }])
  expect((await count('', { hidden: ['shop-browser'] })).total).toBe(1)
  expect((await count('', { service: 'admin-browser', release: '1' })).total).toBe(0)
})

test('counts each session with an exception once, also if only the server of its trace reported one', async () => {
  const traceId = randomHexId(16)
  const visit = (session: string) => ({ 'session.id': session, 'errata.transaction.route': '/cart' })
  await using store = await openTestStore([])
  const sent = [
    ...rows,
    spanRow({ at: 40_000, traceId, service: 'shop-browser', kind: 'Internal', attributes: visit('three') }),
    exceptionRow({ at: 39_000, traceId, service: 'shop', type: 'Timeout' }),
    exceptionRow({ at: 38_000, service: 'shop-browser', attributes: visit('one') }),
    exceptionRow({ at: 37_000, service: 'shop-browser', attributes: visit('one') }),
    exceptionRow({ at: 36_500, service: 'shop-browser', type: 'RangeError', attributes: visit('two') }),
    exceptionRow({ at: 36_000, service: 'shop' }),
  ]
  await store.insert(sent)
  await store.insert(sent)
  const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
  const bucketNs = 24n * 3_600_000_000_000n
  const { values, total, buckets } = await listSessionFacets(store, { search: undefined, range, bucketNs })
  expect(total).toBe(3)
  // A day may have begun between two of them.
  const sum = (failed: boolean) => buckets.reduce((all, of) => all + (of.failed === failed ? of.count : 0), 0)
  expect([sum(false), sum(true)]).toEqual([0, 3])
  expect(buckets.every(of => of.bucketNs % bucketNs === 0n && of.bucketNs > 0n)).toBe(true)
  expect(values['exception']).toContainEqual({ value: '1', count: 3 })
  expect(values['type']).toEqual(['RangeError', 'Timeout', 'TypeError'].map(value => ({ value, count: 1 })))
  const found = ['is:exception', 'type:RangeError', 'type:Timeout', 'type:TypeError', '-has:type'].map(async text => {
    const { search } = parseSearch(text, 'sessions')
    return (await listSessionFacets(store, { search, range })).total
  })
  expect(await Promise.all(found)).toEqual([3, 1, 1, 1, 2])
})
