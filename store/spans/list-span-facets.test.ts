import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listSpanFacets } from './list-span-facets.ts'

const HOUR = 3_600_000
const startMs = Math.floor(Date.now() / HOUR) * HOUR - 2 * HOUR
const range = { from: nsOfMs(startMs), to: nsOfMs(startMs + HOUR) }
const bucketNs = 1_800_000_000_000n
const at = (minutes: number) => nsOfMs(startMs + minutes * 60_000)
const query = (text: string) => parseSearch(text, 'spans').search

test('counts the matches of a search once, over time and by any attribute', async () => {
  const rows = [
    spanRow({ at: at(1), service: 'web', status: 'Error', durationNs: 1_000n, attributes: { tier: 'gold', id: '1' } }),
    spanRow({ at: at(2), service: 'web', durationNs: 1_000n, attributes: { tier: 'gold', id: '2' } }),
    spanRow({ at: at(40), service: 'web', durationNs: 20_000n, attributes: { tier: 'free', id: '3' } }),
    spanRow({ at: at(41), service: 'api' }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  const { buckets, cells, ...facets } = await listSpanFacets(store, { search: query('service:web'), range, bucketNs })
  expect(facets).toMatchObject({
    total: 3,
    failed: 1,
    p50Ns: 1_000n,
    p95Ns: 20_000n,
    oneIn: 1,
    values: {
      service: [{ value: 'web', count: 3 }],
      '@tier': [
        { value: 'gold', count: 2 },
        { value: 'free', count: 1 },
      ],
    },
  })
  expect(buckets).toEqual([
    { bucketNs: at(0), series: '', count: 2, failed: 1 },
    { bucketNs: at(30), series: '', count: 1, failed: 0 },
  ])
  expect(cells).toEqual([
    { bucketNs: at(0), band: 12, count: 2, failed: 1, picked: 0 },
    { bucketNs: at(30), band: 17, count: 1, failed: 0, picked: 0 },
  ])
})

test('an attribute with a different value on nearly every span is no facet', async () => {
  const rows = Array.from({ length: 20 }, (_, n) =>
    spanRow({ at: at(1), attributes: { id: randomHexId(8), tier: `${n % 6}` } }),
  )
  await using store = await openTestStore(rows)
  const { values } = await listSpanFacets(store, { search: undefined, range, bucketNs })
  expect(Object.keys(values).filter(name => name.startsWith('@'))).toEqual(['@tier'])
})

test('many spans are sampled by whole traces, and the counts are marked as estimates', async () => {
  await using store = await openTestStore()
  await store.command(`INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName, SpanName)
    SELECT fromUnixTimestamp64Nano(toInt64(${at(5)} + number)), leftPad(hex(intDiv(number, 5) + 1), 32, '0'), leftPad(hex(number + 1), 16, '0'), 'web', 'x' FROM numbers(50000)`)
  const { total, oneIn } = await listSpanFacets(store, { search: undefined, range, bucketNs })
  expect(oneIn).toBe(4)
  expect(total).toBeGreaterThan(45_000)
  expect(total).toBeLessThan(55_000)
})
