import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InsertedRow, TestStore } from '../../test/store/open-test-store.ts'
import { openTestStore, randomHexId } from '../../test/store/open-test-store.ts'
import { type ExpectedTrace, expectedTraces, PARENT, type Part, rowOf } from '../../test/store/traces-in-parts.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { cursorOfTrace } from './cursor-of-trace.ts'
import type { TraceOrder } from './list-sorted-trace-ids.ts'
import { listTraceFacets } from './list-trace-facets.ts'
import { type ListTracesParams, listTraces } from './list-traces.ts'

// A trace comes in parts: server and browser send separately, in any order, and repeatedly. None of this may change a list.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NOW_MS = Math.floor(Date.now() / 1000) * 1000
const NOW_NS = nsOfMs(NOW_MS)
const range = rangeEndingAt(NOW_MS + MINUTE_MS, 24 * HOUR_MS)

const FILTERS = [
  { service: 'shop-browser' },
  { operation: '/cart/:id' },
  { failedOnly: true },
  { minDurationNs: 900_000_000n },
  { maxDurationNs: 3_500_000_000_000n },
] as const satisfies Partial<ListTracesParams>[]

/** No filter, each filter alone, and each pair. */
const PAIRS = [{}, ...FILTERS.flatMap((one, i) => FILTERS.slice(i).map(other => ({ ...one, ...other })))]

const ORDERS: readonly TraceOrder[] = [
  { by: 'start', rising: true },
  { by: 'duration', rising: false },
  { by: 'duration', rising: true },
  { by: 'spans', rising: false },
  { by: 'spans', rising: true },
]

function sorted(traces: ReturnType<typeof expectedTraces>, { by, rising }: TraceOrder) {
  const numberOf = ({ startNs, durationNs, spanCount }: (typeof traces)[number]) =>
    ({ start: startNs, duration: durationNs, spans: BigInt(spanCount) })[by]
  const isBefore = (a: (typeof traces)[number], b: (typeof traces)[number]) =>
    numberOf(a) === numberOf(b) ? a.traceId < b.traceId : numberOf(a) < numberOf(b) === rising
  return traces.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
}

/** Reads all pages. */
async function listAll(store: TestStore, query: ListTracesParams) {
  const traces = await listTraces(store, query)
  for (let page = traces; page.length === query.limit; traces.push(...page)) {
    const last = page.at(-1)
    page = await listTraces(store, { ...query, after: last && cursorOfTrace(last, query.order?.by) })
  }
  return traces
}

async function openUnmergedStore(): Promise<TestStore> {
  const store = await openTestStore()
  for (const table of ['otel_traces', 'otel_logs', 'trace_parts', 'trace_index', 'exceptions']) {
    await store.command(`SYSTEM STOP MERGES ${table}`)
  }
  return store
}

const span = (part: Partial<Part>): Part => ({
  is: 'span',
  atNs: NOW_NS,
  spanId: randomHexId(8),
  service: 'shop',
  name: 'part',
  route: '',
  isRoot: false,
  isServer: false,
  durationNs: 1_000_000n,
  ...part,
})

/** All ways to split rows into inserts. */
function cuts<T>([first, ...rest]: readonly T[]): T[][][] {
  if (first === undefined) return [[]]
  return cuts(rest).flatMap(groups => [
    [[first], ...groups],
    ...groups.map((group, i) => groups.with(i, [first, ...group])),
  ])
}

const agoNs = (ms: number) => NOW_NS - BigInt(ms) * 1_000_000n
const root = () =>
  span({
    atNs: agoNs(HOUR_MS),
    isRoot: true,
    isServer: true,
    name: 'GET /cart/1',
    route: '/cart/:id',
    durationNs: 2_000_000_000n,
  })
const browser = () => span({ atNs: agoNs(HOUR_MS - 1), service: 'shop-browser', name: 'page load' })
const KINDS: Record<string, () => Part[]> = {
  healthy: () => [root(), browser(), span({ atNs: agoNs(HOUR_MS - 5), service: 'cart' })],
  'failed in a span three hours off': () => [
    root(),
    browser(),
    span({ is: 'failed span', atNs: agoNs(4 * HOUR_MS), service: 'cart' }),
  ],
  'failed later than its root by an hour': () => [
    root(),
    browser(),
    span({ is: 'failed span', atNs: agoNs(0), service: 'cart' }),
  ],
  'with an exception of the browser': () => [
    root(),
    browser(),
    span({ is: 'exception', atNs: agoNs(HOUR_MS - 400_000), service: 'shop-browser' }),
  ],
  'with an exception in a span event': () => [
    root(),
    browser(),
    span({ is: 'span with exception', atNs: agoNs(HOUR_MS - 8), service: 'cart' }),
  ],
}

test('every pair of filters finds the same traces however their rows were split into inserts, merged or not', async () => {
  await using store = await openUnmergedStore()
  const traces: ExpectedTrace[] = []
  const inserts: InsertedRow[][] = []
  for (const make of Object.values(KINDS)) {
    for (const isReversed of [false, true]) {
      for (const cut of cuts(make())) {
        const trace = { traceId: randomHexId(16), parts: cut.flat() }
        traces.push(trace)
        for (const [i, group] of (isReversed ? cut.toReversed() : cut).entries()) {
          inserts[i] = [...(inserts[i] ?? []), ...group.map(part => rowOf(trace.traceId, part))]
        }
      }
    }
  }
  for (const rows of inserts) await store.insert(rows)

  expect(traces).toHaveLength(50)
  const look = async () => {
    for (const filter of [...PAIRS, { service: 'another' }, { operation: '/' }, { minDurationNs: 3_000_000_000n }]) {
      const query = { range, limit: 60, ...filter }
      expect(await listAll(store, query), JSON.stringify(Object.keys(filter))).toEqual(expectedTraces(traces, query))
    }
  }
  await look()
  for (const table of ['trace_parts', 'trace_index', 'otel_traces']) {
    await store.command(`SYSTEM START MERGES ${table}`)
    await store.command(`OPTIMIZE TABLE ${table} FINAL`)
  }
  await look()
})

/** Crowded times: equal, a nanosecond apart, in other buckets, on other days, and outside of the range. */
const atNs = fc
  .constantFrom(
    0n,
    1n,
    2n,
    299_000_000_000n,
    301_000_000_000n,
    3_600_000_000_000n,
    80_000_000_000_000n,
    86_000_000_000_000n,
    87_000_000_000_000n,
    90_000_000_000_000n,
  )
  .map(ns => NOW_NS - ns)
const part: fc.Arbitrary<Part> = fc.record({
  is: fc.constantFrom('span', 'span', 'failed span', 'span with exception', 'exception'),
  atNs,
  spanId: fc.constantFrom(PARENT, '00000000000000bb', '00000000000000cc', '00000000000000dd'),
  service: fc.constantFrom('shop', 'cart', 'shop-browser'),
  name: fc.constantFrom('GET /cart', 'load', 'Straße'),
  route: fc.constantFrom('', '/cart/:id', '/b'),
  isRoot: fc.boolean(),
  isServer: fc.boolean(),
  durationNs: fc.constantFrom(1_000_000n, 900_000_000n, 2_000_000_000n, 4_000_000_000_000n),
})
/** A part with the inserts that deliver it: one to four of four. */
const delivered = fc.record({ part, inserts: fc.subarray([0, 1, 2, 3], { minLength: 1 }) })
const traceInParts = fc.uniqueArray(delivered, {
  minLength: 1,
  maxLength: 5,
  // A span that says two things of itself is another matter.
  selector: ({ part }) => `${part.spanId} ${part.service}`,
})

test('any traces, split into any inserts and delivered again, are listed and counted correctly in every order', async () => {
  await using store = await openUnmergedStore()
  await fc.assert(
    fc.asyncProperty(
      fc.array(traceInParts, { minLength: 1, maxLength: 10 }),
      fc.subarray(PAIRS, { minLength: 2, maxLength: 2 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(...ORDERS),
      async (delivery, filters, limit, order) => {
        await store.empty()
        const traces = delivery.map(delivered => ({
          traceId: randomHexId(16),
          delivered,
          parts: delivered.map(({ part }) => part),
        }))
        for (const insert of [0, 1, 2, 3]) {
          const rows = traces.flatMap(({ traceId, delivered }) =>
            delivered.filter(({ inserts }) => inserts.includes(insert)).map(({ part }) => rowOf(traceId, part)),
          )
          await store.insert(rows)
        }
        for (const filter of filters) {
          const query = { range, limit, ...filter }
          const expected = expectedTraces(traces, query)
          expect(await listAll(store, query)).toEqual(expected)
          expect(await listAll(store, { ...query, order })).toEqual(sorted(expected, order))
          const banded = { bucketNs: 300_000_000_000n, isBanded: true }
          const { total, issues, unnamed, cells } = await listTraceFacets(store, { range, ...filter, ...banded })
          expect(total).toBe(expected.length)
          const bands = expected.map(({ durationNs }) => Math.floor(4 * Math.log10(Number(durationNs))))
          expect(cells.flatMap(({ band, count }) => Array(count).fill(band)).sort()).toEqual(bands.sort())
          const failed = expected.filter(trace => trace.failed).length
          expect(issues.reduce((sum, { count }) => sum + count, unnamed)).toBe(failed)
        }
      },
    ),
    { numRuns: 15 },
  )
})
