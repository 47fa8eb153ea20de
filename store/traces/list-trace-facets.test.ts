import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { listTraceFacets, TRACE_DURATION_RANGES } from './list-trace-facets.ts'
import { listTraces } from './list-traces.ts'

const search = (text: string) => ({ search: parseSearch(text, 'spans').search })

const HOUR_NS = 3_600_000_000_000n
const NOW_MS = Date.now()
const range = rangeEndingAt(NOW_MS, 3_600_000)
const at = nsOfMs(NOW_MS - 120_000)
const production = { 'deployment.environment.name': 'production', 'service.version': '1.2.0' }
const traceId = randomHexId(16)

const ROWS = [
  spanRow({
    at,
    traceId,
    attributes: { 'http.route': '/cart', 'http.response.status_code': '500' },
    resource: production,
  }),
  spanRow({ at, traceId, parentSpanId: randomHexId(8), service: 'stock', status: 'Error' }),
  spanRow({ at, traceId: randomHexId(16), attributes: { 'http.route': '/cart' } }),
  spanRow({ at, traceId: randomHexId(16), service: 'errata-desk' }),
]
const store = shareTestStore(ROWS)

test('counts the traces of a list by each facet', async () => {
  expect(await listTraceFacets(store(), { range, hidden: ['errata-desk'] })).toEqual({
    total: 2,
    isExact: true,
    cells: [],
    issues: [],
    unnamed: 1,
    percentilesNs: [1_000_000n, 1_000_000n, 1_000_000n],
    values: {
      duration: [{ value: '0', count: 2 }],
      service: [
        { value: 'shop', count: 2 },
        { value: 'stock', count: 1 },
      ],
      environment: [
        { value: '', count: 1 },
        { value: 'production', count: 1 },
      ],
      release: [
        { value: '', count: 1 },
        { value: '1.2.0', count: 1 },
      ],
      operation: [{ value: '/cart', count: 2 }],
      status: [
        { value: '0', count: 1 },
        { value: '500', count: 1 },
      ],
      failed: [{ value: '1', count: 1 }],
    },
  })
})

test.each([
  [{ service: 'stock' }, 1],
  [{ release: '1.2.0' }, 1],
  [{ operation: '/cart' }, 2],
  [{ httpStatus: 500 }, 1],
  [{ failedOnly: true }, 1],
  [search('CART'), 2],
  [{ service: 'shop', itsFailed: true }, 1],
  [{ service: 'errata-desk', itsFailed: true }, 0],
  [{ service: 'shop', itsOperation: '/cart' }, 2],
  [{ service: 'stock', itsOperation: '/cart' }, 0],
  [search('nowhere'), 0],
])('counts only those that match %j', async (filter, total) => {
  expect(await listTraceFacets(store(), { range, ...filter })).toMatchObject({ total, isExact: true })
})

test('counts only those between two durations, the upper one exclusive', async () => {
  expect(await listTraceFacets(store(), { range, minDurationNs: 1_000_000n })).toMatchObject({ total: 3 })
  expect(await listTraceFacets(store(), { range, minDurationNs: 1_000_001n })).toMatchObject({ total: 0 })
  expect(await listTraceFacets(store(), { range, maxDurationNs: 1_000_001n })).toMatchObject({ total: 3 })
  expect(await listTraceFacets(store(), { range, maxDurationNs: 1_000_000n })).toMatchObject({ total: 0 })
})

test('counts by ranges of duration as many as a list filtered by each has', async () => {
  const lasting = (durationNs: bigint) => spanRow({ at, traceId: randomHexId(16), durationNs })
  const durations = [99_999_999n, 100_000_000n, 999_999_999n, 1_000_000_000n, 60_000_000_000n]
  await using store = await openTestStore(durations.map(lasting))

  const { values } = await listTraceFacets(store, { range })
  const counts = TRACE_DURATION_RANGES.map((_, n) => values['duration']?.find(of => of.value === `${n}`)?.count ?? 0)
  expect(counts).toEqual([1, 2, 1, 1])
  for (const [n, { leastNs, endNs }] of TRACE_DURATION_RANGES.entries()) {
    const filter = { minDurationNs: leastNs ?? 0n, maxDurationNs: endNs ?? 0n }
    expect(await listTraceFacets(store, { range, ...filter })).toMatchObject({ total: counts[n] })
  }
})

test('counts by buckets of time and bands of duration, four to a power of ten', async () => {
  const long = (durationNs: bigint) => spanRow({ at, traceId: randomHexId(16), durationNs })
  await using store = await openTestStore([long(1_000_000n), long(1_700_000n), long(1_800_000n), long(999_999n)])

  const { cells } = await listTraceFacets(store, { range, bucketNs: 24n * HOUR_NS, isBanded: true })
  expect(cells.map(({ band, count }) => [band, count]).toSorted()).toEqual([
    [23, 1],
    [24, 2],
    [25, 1],
  ])
  expect(cells.every(({ bucketNs }) => bucketNs % (24n * HOUR_NS) === 0n && bucketNs > 0n)).toBe(true)
})

test('counts by buckets of time, failed and not', async () => {
  const { cells } = await listTraceFacets(store(), { range, bucketNs: 24n * HOUR_NS })
  expect(cells.map(({ failed, band, count }) => [failed, band, count]).toSorted()).toEqual([
    [false, 0, 2],
    [true, 0, 1],
  ])
})

test('counts failed traces by the issue of their oldest exception, as often as it was sent, and lists those of one', async () => {
  const [a, b] = [randomHexId(16), randomHexId(16)]
  const cause = exceptionRow({ at, traceId: a, type: 'TimeoutError' })
  const failures = [
    spanRow({ at, traceId: a, status: 'Error' }),
    exceptionRow({ at: at + 1n, traceId: a, type: 'TypeError' }),
    spanRow({ at, traceId: b }),
    exceptionRow({ at, traceId: b, type: 'TimeoutError' }),
    exceptionRow({ at, type: 'TypeError' }),
  ]
  await using store = await openTestStore([...ROWS, ...failures, cause, cause])

  const { issues, unnamed, values } = await listTraceFacets(store, { range })
  expect(issues).toEqual([{ issue: expect.stringMatching(/^[0-9a-f]{16}$/), count: 2 }])
  expect(unnamed).toBe(1)
  expect(values['failed']).toEqual([{ value: '1', count: 3 }])
  const narrowed = { range, issue: issues[0]?.issue ?? '' }
  expect(await listTraceFacets(store, narrowed)).toMatchObject({ total: 2, issues, unnamed: 0 })
  const listed = await listTraces(store, { ...narrowed, limit: 9 })
  expect(listed.map(({ traceId }) => traceId).toSorted()).toEqual([a, b].toSorted())
})

test('samples more than twenty thousand traces with small errors; counts fewer exactly', async () => {
  await using store = await openTestStore()
  await store.command(`INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName, SpanName, SpanKind, SpanAttributes, Duration)
    SELECT fromUnixTimestamp64Nano(${at}), lower(hex(sipHash128(number))), substring(lower(hex(sipHash128(number, 1))), 1, 16),
      if(number % 4 = 0, 'cart', 'shop'), 'GET /', 'Server', map('http.route', if(number % 1000 = 0, '/rare', '/')), 1
    FROM numbers(30000)`)
  const countOf = async (filter: object) => {
    const { total, isExact } = await listTraceFacets(store, { range, ...filter })
    return { total, isExact }
  }

  const all = await listTraceFacets(store, { range })
  expect(all.isExact).toBe(false)
  expect(Math.abs(all.total / 30_000 - 1)).toBeLessThan(0.1)
  const cart = all.values['service']?.find(({ value }) => value === 'cart')?.count ?? 0
  expect(Math.abs(cart / 7_500 - 1)).toBeLessThan(0.2)
  expect(await countOf({ service: 'cart' })).toEqual({ total: 7_500, isExact: true })
  expect(await countOf({ operation: '/rare' })).toEqual({ total: 30, isExact: true })
  expect(await countOf({ operation: '/rare', service: 'shop' })).toEqual({ total: 0, isExact: true })
})
