import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch } from '../../../search/parse-search.ts'
import { listExceptionFacets } from '../../../store/exceptions/list-exception-facets.ts'
import { listLogFacets } from '../../../store/logs/list-log-facets.ts'
import { MINUTE_MS } from '../../../store/time-units.ts'
import { listTraceFacets } from '../../../store/traces/list-trace-facets.ts'
import { nsOfMs } from '../../../store/units.ts'
import { findWhatEachFindsAlone, judgeOne, ruleOf, whyOf } from '../../../test/alerts/judge-one.ts'
import { runs } from '../../../test/property-runs.ts'
import { exceptionRow, logRow, randomHexId, spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { evenRuns, judgeSearches } from './search.ts'

const nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
const agoMs = (minutes: number) => nowMs - minutes * MINUTE_MS
const at = (minutes: number) => nsOfMs(agoMs(minutes))
const production = { 'deployment.environment.name': 'production' }
const traceId = randomHexId(16)

const rows = [
  ...[1, 2, 3, 9].map(minutes =>
    spanRow({ at: at(minutes), service: 'pay', status: 'Error', attributes: { 'http.route': '/pay' } }),
  ),
  ...[1, 2].map(() => spanRow({ at: at(2), service: 'shop', traceId, resource: production })),
  ...[1, 4, 6].map(minutes => logRow({ at: at(minutes), service: 'pay', body: 'timeout of the bank' })),
  logRow({ at: at(1), service: 'errata', body: 'timeout of the desk' }),
  exceptionRow({ at: at(2), service: 'pay', traceId }),
  spanRow({
    at: at(2),
    service: 'pay',
    traceId,
    parentSpanId: randomHexId(8),
    events: [
      { name: 'exception', attributes: { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' } },
    ],
  }),
]
const store = shareTestStore(rows)

const found = (page: string, search: string, watch: object = {}, fields: object = {}) =>
  ruleOf('search', { page, search, comparison: 'at least', count: 3, windowMinutes: 5, ...watch }, { ...fields })
const why = async (rule: ReturnType<typeof found>, slotsMs: readonly number[] = [nowMs], settings = {}) =>
  (await judgeOne(judgeSearches, { store: store(), rule, slotsMs, ...settings })).map(whyOf)

test('a search fires from its count on, and clears', async () => {
  expect(await why(found('traces', 'is:error'), [agoMs(1), nowMs, nowMs + 3 * MINUTE_MS])).toEqual([
    [': 2 of 3 traces needed'],
    ['!: 3 traces, 3 needed'],
    [': 2 of 3 traces needed'],
  ])
  expect(await why(found('logs', 'timeout', { count: 2 }))).toEqual([['!: 2 log records, 2 needed']])
})

test('fewer than expected fires, also where there is nothing', async () => {
  const few = { comparison: 'fewer than', count: 2 }
  expect(await why(found('logs', 'timeout', few), [nowMs, nowMs + 5 * MINUTE_MS])).toEqual([
    [': 2 log records, at least 2 expected'],
    ['!: no log records, at least 2 expected'],
  ])
})

test("an exception counts once, a trace with many spans once, and Errata's own not at all", async () => {
  expect(await why(found('exceptions', 'type:TypeError'))).toEqual([[': 1 of 3 exceptions needed']])
  expect(await why(found('traces', 'service:shop'))).toEqual([[': 1 of 3 traces needed']])
  expect(await why(found('logs', 'desk'))).toEqual([[': 0 of 3 log records needed']])
  expect(await why(found('logs', 'desk', {}, { service: 'errata' }))).toEqual([[': 1 of 3 log records needed']])
})

test('filters and owners narrow a search', async () => {
  expect(await why(found('traces', '', {}, { environment: 'production' }))).toEqual([[': 1 of 3 traces needed']])
  expect(await why(found('traces', '', {}, { operation: '/pay' }))).toEqual([['!: 3 traces, 3 needed']])
  const ownerOf = ({ service }: { service: string }) => (service === 'pay' ? 'payments' : '')
  expect(await why(found('logs', '', { count: 2 }, { owner: 'payments' }), [nowMs], { ownerOf })).toEqual([
    ['!: 3 log records, 2 needed'],
  ])
  expect(await why(found('logs', '', {}, { owner: 'nobody' }), [nowMs], { ownerOf })).toEqual([
    [': 0 of 3 log records needed'],
  ])
})

test('a search that cannot be read says so, and does not fire', async () => {
  expect(await why(found('logs', 'severty:error', { comparison: 'fewer than' }))).toEqual([
    [': the search cannot be read: Unknown key severty. Did you mean severity?'],
  ])
})

test('counts are those of the pages', async () => {
  const range = { from: at(7), to: at(0) }
  const counted = async (page: string, text: string) => {
    const [judged] = await judgeOne(judgeSearches, {
      store: store(),
      rule: found(page, text, { windowMinutes: 7 }),
      slotsMs: [nowMs],
    })
    return judged?.observations[0]?.value
  }
  const hidden = ['errata']
  const error = parseSearch('is:error', 'spans').search
  expect(await counted('traces', 'is:error')).toBe(
    (await listTraceFacets(store(), { range, hidden, search: error })).total,
  )
  const timeout = parseSearch('timeout', 'logs').search
  expect(await counted('logs', 'timeout')).toBe(
    (await listLogFacets(store(), { range, hidden, search: timeout, bucketNs: 60_000_000_000n })).total,
  )
  const thrown = parseSearch('type:TypeError', 'exceptions').search
  expect(await counted('exceptions', 'type:TypeError')).toBe(
    (await listExceptionFacets(store(), { range, hidden, search: thrown })).total,
  )
})

test('many rules at many times find what each finds alone, also of rows that were delivered twice', async () => {
  const texts = { traces: ['', 'is:error', 'service:shop'], logs: ['', 'timeout'], exceptions: ['', 'type:TypeError'] }
  const anyRule = fc.constantFrom('traces', 'logs', 'exceptions').chain(page =>
    fc
      .record({
        search: fc.constantFrom(...texts[page as keyof typeof texts]),
        windowMinutes: fc.constantFrom(1, 4, 30),
      })
      .map(({ search, windowMinutes }) => found(page, search, { windowMinutes })),
  )
  await store().insert(rows.toReversed())
  const anySlot = fc.nat(12).map(agoMs)
  await fc.assert(findWhatEachFindsAlone(judgeSearches, { store, anyRule, anySlot, at: -1 }), runs(3))
})

test('slots are read in runs of one distance, each once and in order', () => {
  const anySlots = fc.uniqueArray(fc.nat(100)).map(all => all.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(anySlots, slots => {
      const read = evenRuns(slots).flatMap(({ firstMs, stepMs, slots }) =>
        Array.from({ length: slots }, (_, i) => firstMs + i * stepMs),
      )
      expect(read).toEqual(slots)
    }),
  )
  expect(evenRuns([0, 5, 10, 15])).toEqual([{ firstMs: 0, stepMs: 5, slots: 4 }])
})
