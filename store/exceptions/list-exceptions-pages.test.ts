import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import {
  exceptionRow,
  type InsertedRow,
  openTestStore,
  spanRow,
  type TestStore,
} from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import type { ExceptionOrder } from './cursor-of-exception.ts'
import { cursorOfException } from './cursor-of-exception.ts'
import { listExceptionFacets } from './list-exception-facets.ts'
import { type ExceptionSummary, type ListExceptionsParams, listExceptions } from './list-exceptions.ts'

const NOW_MS = Math.floor(Date.now() / 1000) * 1000
const NOW_NS = nsOfMs(NOW_MS)
const range = rangeEndingAt(NOW_MS + 60_000, 24 * 3_600_000)

async function listAll(store: TestStore, query: ListExceptionsParams): Promise<ExceptionSummary[]> {
  const all = await listExceptions(store, query)
  for (let page = all; page.length === query.limit; all.push(...page)) {
    const last = page.at(-1)
    page = await listExceptions(store, { ...query, after: last && cursorOfException(last, query.order) })
  }
  return all
}

/** The text by which the list is sorted, if it is sorted by a text. */
function textOf(exception: ExceptionSummary, order: ExceptionOrder | undefined): string {
  return order === undefined || order.by === 'time' ? '' : exception[order.by]
}

function sorted(exceptions: readonly ExceptionSummary[], order: ExceptionOrder): ExceptionSummary[] {
  const byText = (a: string, b: string) => (a === b ? 0 : a < b === order.rising ? -1 : 1)
  const byTime = (a: bigint, b: bigint) => (a === b ? 0 : a < b === (order.by === 'time') ? -1 : 1)
  return exceptions.toSorted(
    (a, b) => byText(textOf(a, order), textOf(b, order)) || byTime(a.atNs, b.atNs) || (a.id < b.id ? -1 : 1),
  )
}

const ORDERS: readonly ExceptionOrder[] = [
  { by: 'time', rising: true },
  { by: 'route', rising: true },
  { by: 'route', rising: false },
  { by: 'type', rising: true },
  { by: 'service', rising: false },
]

function expectTotalOrder(exceptions: readonly ExceptionSummary[]): void {
  const places = exceptions.map(
    ({ atNs, id }) => `${String(9_000_000_000_000_000_000n - atNs).padStart(19, '0')} ${id}`,
  )
  expect(places).toEqual([...new Set(places)].sort())
}

test('all of 300 exceptions of one nanosecond are reached, page by page', async () => {
  await using store = await openTestStore(Array.from({ length: 300 }, () => exceptionRow({ at: NOW_NS - 1n })))

  const all = await listAll(store, { range, limit: 50 })
  expect(all).toHaveLength(300)
  expectTotalOrder(all)
})

/** One exception, identified by its label, which is stored as its route. */
interface Expected {
  readonly shape: 'log' | 'event'
  readonly atNs: bigint
  readonly type: string
  /** The span id; a log record may have none. */
  readonly spanId: string
  readonly label: string
  readonly isSentTwice: boolean
}

function rowOf({ shape, atNs, spanId, label, type }: Expected): InsertedRow {
  const exceptionAttributes = { 'exception.type': type, 'exception.message': 'x is undefined' }
  const attributes = { 'errata.transaction.route': label }
  const ids = { spanId, traceId: spanId === '' ? '' : spanId.repeat(2) }
  if (shape === 'event')
    return spanRow({ ...ids, at: atNs, attributes, events: [{ name: 'exception', attributes: exceptionAttributes }] })
  return exceptionRow({ ...ids, at: atNs, type, attributes: { ...attributes, 'log.record.uid': label } })
}

const countEach = (values: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(values, value => value)].map(([value, all]) => [value, all.length]))

const bucketOf = ({ atNs }: Expected) => atNs / 300_000_000_000n

/**
 * An event counts only if no log record of its span repeats it in the same five minutes or in the ten minutes before
 * and after.
 */
function isListed(expected: Expected, all: readonly Expected[]): boolean {
  if (expected.atNs < range.from || expected.atNs >= range.to) return false
  if (expected.shape === 'log') return true
  return !all.some(log => {
    const apart = bucketOf(log) - bucketOf(expected)
    return (
      log.shape === 'log' && log.spanId === expected.spanId && log.type === expected.type && apart >= -2n && apart <= 2n
    )
  })
}

const atNs = fc.oneof(
  fc.constantFrom(0n, 1n, 5n).map(ns => NOW_NS - ns),
  fc.integer({ min: 0, max: 30 }).map(minutes => NOW_NS - BigInt(minutes) * 60_000_000_000n),
  fc.constantFrom(80_000_000_000_000n, 86_340_000_000_001n, -60_000_000_000n).map(ns => NOW_NS - ns),
)
const spanIds = ['a', 'b', 'c', 'd', 'e'].map(digit => digit.repeat(16))
const log = fc.record({
  shape: fc.constant('log' as const),
  atNs,
  spanId: fc.constantFrom('', ...spanIds),
  type: fc.constantFrom('TypeError', 'RangeError'),
  isSentTwice: fc.boolean(),
})
const event = fc.record({
  shape: fc.constant('event' as const),
  atNs,
  spanId: fc.constantFrom(...spanIds),
  type: fc.constantFrom('TypeError', 'RangeError'),
  isSentTwice: fc.boolean(),
})
const anyExceptions = fc
  .tuple(fc.array(log, { maxLength: 25 }), fc.uniqueArray(event, { selector: ({ spanId }) => spanId }))
  .map(([logs, events]) => [...logs, ...events].map((expected, i): Expected => ({ ...expected, label: `/${i}` })))

test('the pages of a list have each exception once, in every sort order, with equal timestamps and duplicates', async () => {
  await using store = await openTestStore()
  for (const table of ['otel_logs', 'otel_traces', 'exceptions']) await store.command(`SYSTEM STOP MERGES ${table}`)
  await fc.assert(
    fc.asyncProperty(
      anyExceptions,
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(...ORDERS),
      async (expected, limit, order) => {
        await store.empty()
        await store.insert(expected.map(rowOf))
        await store.insert(expected.filter(({ isSentTwice }) => isSentTwice).map(rowOf))

        const all = await listAll(store, { range, limit })
        expectTotalOrder(all)
        const labels = expected.filter(one => isListed(one, expected)).map(({ label }) => label)
        expect(all.map(({ route }) => route).sort()).toEqual(labels.sort())
        expect(await listAll(store, { range, limit, order })).toEqual(sorted(all, order))
        const { total, issues } = await listExceptionFacets(store, { range, bucketNs: 3_600_000_000_000n })
        expect(total).toBe(all.length)
        const counted = Object.fromEntries(issues.map(({ issue, count }) => [issue, count]))
        expect(counted).toEqual(countEach(all.map(({ issue }) => issue)))
        for (const { count, buckets } of issues) expect(buckets.reduce((sum, of) => sum + of.count, 0)).toBe(count)
      },
    ),
    runs(3),
  )
})
