import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { getTrace } from './get-trace.ts'
import { getTraceOutline } from './get-trace-outline.ts'

const newTraceId = () => parseTraceId(randomHexId(16)) as TraceId
const idOf = (number: number) => (number + 1).toString(16).padStart(16, '0')

/** A root, and below it a chain of 240 spans and 60 spans that the root has as well; the last of the chain fails. */
function largeTrace(traceId: TraceId) {
  return Array.from({ length: 301 }, (_, number) =>
    spanRow({
      ...{ at: 60_000 - number * 10, traceId, spanId: idOf(number), name: `step ${number}`, kind: 'Client' },
      ...(number > 0 && { parentSpanId: idOf(number <= 240 ? number - 1 : 0) }),
      ...(number === 240 && { status: 'Error' }),
      attributes: { 'db.query.text': `SELECT ${number}` },
    }),
  )
}

test('of a large trace the root, the wanted span and failed ones are read with all their data, and all are counted', async () => {
  const traceId = newTraceId()
  await using store = await openTestStore([
    ...largeTrace(traceId),
    exceptionRow({ traceId, spanId: idOf(7) }),
    spanRow(),
  ])

  const read = await getTraceOutline(store, { traceId, maxSpans: 280, spanId: idOf(100) })
  expect(read?.root.name).toBe('step 0')
  expect(read?.whole.map(({ name }) => name)).toEqual(['step 0', 'step 7', 'step 100', 'step 240'])
  expect(read?.whole[2]?.attributes['db.query.text']).toBe('SELECT 100')
  expect(read?.totalSpans).toBe(301)
  expect(read?.failedSpans).toBe(1)
  expect(read?.spans).toHaveLength(280)
  expect(read?.spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['step 239', 'step 240']))
  expect(read?.spans.reduce((sum, { hiddenBelow }) => sum + hiddenBelow, 0)).toBe(21)
})

test('a small trace is read with all data of all spans', async () => {
  const traceId = newTraceId()
  await using store = await openTestStore(largeTrace(traceId).slice(0, 40))

  const read = await getTraceOutline(store, { traceId, maxSpans: 280 })
  const all = await getTrace(store, { traceId })
  expect(read?.whole).toEqual(all?.spans)
  expect(read?.spans).toMatchObject(all?.spans ?? [])
  expect(await getTraceOutline(store, { traceId: newTraceId(), maxSpans: 280 })).toBeUndefined()
})

test('whatever tree a trace is, it has the spans, root, counts and hidden descendants that reading it whole has', async () => {
  await using store = await openTestStore()
  const trees = fc.record({
    parents: fc.array(fc.option(fc.nat(130), { nil: undefined }), { minLength: 101, maxLength: 130 }),
    failed: fc.array(fc.nat(130), { maxLength: 4 }),
    sharing: fc.array(fc.nat(100), { maxLength: 3 }),
    maxSpans: fc.integer({ min: 2, max: 140 }),
    wanted: fc.nat(140),
  })
  await fc.assert(
    fc.asyncProperty(trees, async ({ parents, failed, sharing, maxSpans, wanted }) => {
      const traceId = newTraceId()
      const at = BigInt(Date.now() - 60_000) * 1_000_000n
      const span = (number: number, service: string) =>
        spanRow({
          ...{ at: at + BigInt(number) * 1_000n, traceId, spanId: idOf(number), service, name: `step ${number}` },
          parentSpanId: parents[number] === undefined ? '' : idOf(parents[number]),
          kind: service === 'shop' ? 'Client' : 'Server',
          ...(failed.includes(number) && { status: 'Error' }),
        })
      await store.insert([
        ...parents.map((_, number) => span(number, 'shop')),
        ...[...new Set(sharing)].map(number => span(number, 'pay')),
      ])
      const asked = { traceId, maxSpans, spanId: idOf(wanted) }
      const [brief, all] = await Promise.all([getTraceOutline(store, asked), getTrace(store, asked)])
      const keyOf = ({ spanId, service, hiddenBelow, sharesId = false }: NonNullable<typeof brief>['spans'][number]) =>
        `${spanId} ${service} ${hiddenBelow} ${sharesId}`
      const wholeKeyOf = (of: NonNullable<typeof all>['spans'][number]) => keyOf({ ...of, hasException: false })
      expect(brief?.spans.map(keyOf)).toEqual(all?.spans.map(wholeKeyOf))
      expect(brief?.root).toEqual(all?.root)
      const { spans: _, ...counts } = all ?? {}
      expect(brief).toMatchObject(counts)
    }),
    runs(8),
  )
})
