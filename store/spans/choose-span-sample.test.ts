import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { chooseSpanSample } from './choose-span-sample.ts'
import { compareSpans } from './compare-spans.ts'
import { groupSpans } from './group-spans.ts'
import { listSpanFacets } from './list-span-facets.ts'

const startMs = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 7_200_000
const range = { from: nsOfMs(startMs), to: nsOfMs(startMs + 3_600_000) }
const every = { search: undefined, range }

/** Traces of one span, of which one in four failed, as the view writes them to the sample. */
async function openSampledStore(traces: number) {
  const store = await openTestStore()
  const insert = `INSERT INTO span_samples (Timestamp, TraceId, SpanId, ServiceName, SpanName, Failed, SpanAttributes, Duration)
    SELECT fromUnixTimestamp64Nano(toInt64(${range.from} + number)), leftPad(lower(hex(number)), 32, '0') AS TraceId, '1', 'web', 'GET', number % 4 = 0,
      map('tier', if(number % 4 = 0, 'gold', 'free')), 1000 + number % 100 FROM numbers(${traces}) WHERE bitAnd(sipHash64(TraceId), 15) = 0`
  await store.command(insert)
  await store.command(insert)
  const [{ spans } = { spans: '0' }] = await store.querySql<{ spans: string }>(
    'SELECT count() AS spans FROM span_samples FINAL',
  )
  return Object.assign(store, { spans: Number(spans) })
}

test('facets, groups and comparisons of many spans are estimated from the stored sample, each span once', async () => {
  await using store = await openSampledStore(160_000)
  expect(store.spans).toBeGreaterThan(9_500)

  const facets = await listSpanFacets(store, { ...every, bucketNs: 1_800_000_000_000n })
  expect(facets).toMatchObject({ total: 16 * store.spans, oneIn: 16, values: { service: [{ value: 'web' }] } })

  const by = { is: 'attribute', of: 'span', name: 'tier' } as const
  const { groups, oneIn } = await groupSpans(store, { ...every, by: [by], order: 'count', limit: 10 })
  expect(oneIn).toBe(16)
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(16 * store.spans)
  expect(groups).toMatchObject([
    { value: 'free', failed: 0, p95: expect.any(BigInt) },
    { value: 'gold', failed: groups[1]?.count },
  ])

  const selection = parseSearch('is:error', 'spans').search
  const { selected, others, keys } = await compareSpans(store, { ...every, selection })
  expect(selected + others).toBe(store.spans)
  const { cells } = await listSpanFacets(store, { ...every, selection, bucketNs: 1_800_000_000_000n })
  expect(cells.reduce((sum, { picked }) => sum + picked, 0)).toBe(16 * selected)
  expect(keys[0]).toMatchObject({ key: '@tier' })
})

test.each([
  [160_000, 1_000_000, { level: 0, table: 'otel_traces' }],
  [160_000, 100_000, { level: 4, table: 'span_samples' }],
  [160_000, 1_000, { level: 8, table: 'span_samples' }],
  [40_000, 20_000, { level: 2, table: 'otel_traces' }],
  [0, 20_000, { level: 0, table: 'otel_traces' }],
])('of about %i spans, at most %i are read: %j', async (traces, most, sample) => {
  await using store = await openSampledStore(traces)
  expect(await chooseSpanSample(store, { ...every, most })).toEqual(sample)
})
