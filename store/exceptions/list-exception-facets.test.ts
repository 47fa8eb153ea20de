import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { listExceptionFacets } from './list-exception-facets.ts'

const NOW_MS = Date.now()
const range = rangeEndingAt(NOW_MS, 3_600_000)
const at = nsOfMs(NOW_MS - 120_000)
const ids = { traceId: randomHexId(16), spanId: randomHexId(8) }
const exceptionAttributes = { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' }
const event = (of = ids) => spanRow({ at, ...of, events: [{ name: 'exception', attributes: exceptionAttributes }] })

test('counts the exceptions of a list, each once, by what they have', async () => {
  await using store = await openTestStore([
    exceptionRow({ at, ...ids, attributes: { 'http.route': '/cart' } }),
    event(),
    event({ traceId: randomHexId(16), spanId: randomHexId(8) }),
    exceptionRow({ at, service: 'shop-browser', type: 'RangeError', resource: { 'service.version': '1.2.0' } }),
    exceptionRow({ at, service: 'errata-desk' }),
  ])

  expect(await listExceptionFacets(store, { range, hidden: ['errata-desk'] })).toEqual({
    total: 3,
    isExact: true,
    buckets: [],
    issues: [1, 1, 1].map(count => ({ issue: expect.stringMatching(/^[0-9a-f]{16}$/), count, buckets: [] })),
    values: {
      service: [
        { value: 'shop', count: 2 },
        { value: 'shop-browser', count: 1 },
      ],
      environment: [{ value: '', count: 3 }],
      release: [
        { value: '', count: 2 },
        { value: '1.2.0', count: 1 },
      ],
      route: [
        { value: '', count: 2 },
        { value: '/cart', count: 1 },
      ],
      type: [
        { value: 'TypeError', count: 2 },
        { value: 'RangeError', count: 1 },
      ],
      side: [
        { value: 'server', count: 2 },
        { value: 'browser', count: 1 },
      ],
    },
  })
  expect(await listExceptionFacets(store, { range, side: 'browser', values: 1 })).toMatchObject({ total: 1 })
  const { values } = await listExceptionFacets(store, { range, hidden: ['errata-desk'], hasAttributes: true })
  expect(values['@http.route']).toEqual([{ value: '/cart', count: 1 }])
  expect(values['service']).toHaveLength(2)
})

test('counts the exceptions of a search over time', async () => {
  const bucketNs = 300_000_000_000n
  const [first, last] = [(at / bucketNs - 2n) * bucketNs, (at / bucketNs) * bucketNs]
  await using store = await openTestStore([
    exceptionRow({ at: first, type: 'TypeError' }),
    exceptionRow({ at: last - 1n, type: 'RangeError' }),
    ...[0, 1, 2].map(i => exceptionRow({ at: last + BigInt(i), type: 'TypeError' })),
  ])
  const { search } = parseSearch('type:TypeError', 'exceptions')
  const { buckets, values } = await listExceptionFacets(store, { range, search, bucketNs, values: 1 })
  expect(buckets.toSorted((a, b) => Number(a.bucketNs - b.bucketNs))).toEqual([
    { bucketNs: first, count: 1 },
    { bucketNs: last, count: 3 },
  ])
  expect(Object.keys(values)).not.toContain('bucket')
  const { issues } = await listExceptionFacets(store, { range, bucketNs })
  expect(issues.map(({ count }) => count)).toEqual([4, 1])
  expect(issues[0]?.buckets).toEqual([
    { bucketNs: first, count: 1 },
    { bucketNs: last, count: 3 },
  ])
})
