import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { listTraceIdsByDuration } from './list-trace-ids-by-duration.ts'

const NOW_MS = Math.floor(Date.now() / 1000) * 1000
const range = rangeEndingAt(NOW_MS + 1_000, 3_600_000)
const [a, b] = [`1${randomHexId(16).slice(1)}`, `2${randomHexId(16).slice(1)}`] as const
const at = (secondsAgo: number) => nsOfMs(NOW_MS - secondsAgo * 1_000)

test('sorts by the duration of the whole trace, then by id, and continues after a cursor', async () => {
  await using store = await openTestStore([
    spanRow({ at: at(1), traceId: b, durationNs: 5n }),
    spanRow({ at: at(2), traceId: a, durationNs: 5n }),
    spanRow({ at: at(3), durationNs: 9n }),
    spanRow({ at: at(4_000), durationNs: 99n }),
  ])
  const asked = { range, filter: {}, limit: 10, after: undefined }
  const list = (rising: boolean, after?: { id: string; atNs: bigint }) =>
    listTraceIdsByDuration(store, { ...asked, after, order: { by: 'duration', rising } })
  const longest = await list(false)
  expect(longest.map(({ atNs }) => atNs)).toEqual([9n, 5n, 5n])
  expect(longest.slice(1).map(({ id }) => id)).toEqual([a, b])
  expect(await list(false, longest[1])).toEqual([longest[2]])
  // A child in the next five minutes: its end counts, and only within an hour of the root.
  const child = { traceId: a, parentSpanId: randomHexId(8), durationNs: 7n }
  await store.insert([spanRow({ ...child, at: at(-400) }), spanRow({ ...child, at: at(-4_000) })])
  expect((await list(true)).map(({ id, atNs }) => [id, atNs]).at(-1)).toEqual([a, 402_000_000_007n])
  expect((await list(true)).map(({ id }) => id)).toEqual([b, longest[0]?.id, a])
})

test('leaves out traces whose root is of a hidden service', async () => {
  await using store = await openTestStore([
    spanRow({ at: at(1), service: 'errata-desk' }),
    spanRow({ at: at(2), traceId: a }),
    spanRow({ at: at(2), traceId: b, service: 'errata-desk' }),
    exceptionRow({ at: at(2), traceId: b }),
  ])
  const found = await listTraceIdsByDuration(store, {
    range,
    filter: { hidden: ['errata-desk'] },
    order: { by: 'duration', rising: false },
    after: undefined,
    limit: 10,
  })
  expect(found.map(({ id }) => id)).toEqual([a])
})

const spansOfTrace = fc.array(
  fc.record({
    minutesAgo: fc.integer({ min: -20, max: 80 }),
    durationNs: fc.constantFrom(1n, 5n, 5n, 400_000_000_000n),
  }),
  { minLength: 1, maxLength: 3 },
)

test('pages of a few traces are parts of the whole list, also where durations are equal or traces have several rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(spansOfTrace, { minLength: 3, maxLength: 12 }),
      fc.integer({ min: 1, max: 3 }),
      async (traces, limit) => {
        const rows = traces.flatMap(spans => {
          const traceId = randomHexId(16)
          return spans.map(({ minutesAgo, durationNs }, i) =>
            spanRow({ at: at(minutesAgo * 60), traceId, durationNs, parentSpanId: i === 0 ? '' : randomHexId(8) }),
          )
        })
        await using store = await openTestStore(rows)
        await store.insert(rows.slice(0, 5))
        const asked = { range, filter: {}, order: { by: 'duration', rising: false } } as const
        const all = await listTraceIdsByDuration(store, { ...asked, after: undefined, limit: 1_000 })
        const paged: typeof all = []
        for (let page = all; page.length > 0; paged.push(...page)) {
          page = await listTraceIdsByDuration(store, { ...asked, after: paged.at(-1), limit })
        }
        expect(paged).toEqual(all)
      },
    ),
    runs(4),
  )
})

test('a trace whose parts are an hour apart does not come before others of its duration', async () => {
  const [first, second, apart, longer] = ['1', '2', '3', '4'].map(digit => digit.repeat(32))
  const spanOf = (traceId = '', minutesAgo: number, durationNs: bigint, parentSpanId = '') =>
    spanRow({ at: at(minutesAgo * 60), traceId, durationNs, parentSpanId })
  await using store = await openTestStore([
    spanOf(apart, 0, 1n),
    spanOf(apart, 70, 1n, 'b'.repeat(16)),
    spanOf(first, 0, 1n),
    spanOf(second, 0, 1n),
    spanOf(longer, 0, 5n),
    spanOf(longer, 1, 1n, 'b'.repeat(16)),
  ])
  const asked = { range, filter: {}, order: { by: 'duration', rising: false }, limit: 1 } as const
  const [top] = await listTraceIdsByDuration(store, { ...asked, after: undefined })

  expect(top?.id).toBe(longer)
  expect((await listTraceIdsByDuration(store, { ...asked, after: top }))[0]?.id).toBe(first)
})
