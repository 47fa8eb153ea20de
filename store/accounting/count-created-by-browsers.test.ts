import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type InsertedRow, logRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { countCreatedByBrowsers } from './count-created-by-browsers.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const service = 'shop-browser'

const ofBrowser = ({ table, values }: InsertedRow, version = ''): InsertedRow => ({
  table,
  values: { ...values, ScopeName: '@errata/otel/browser', ScopeVersion: version },
})
const span = (session: string, at: number) => ofBrowser(spanRow({ at, service, attributes: { 'session.id': session } }))
const log = (session: string, at: number) => ofBrowser(logRow({ at, service, attributes: { 'session.id': session } }))

interface Report {
  readonly session: string
  /** Milliseconds before now. */
  readonly at: number
  readonly page?: string
  /** Milliseconds before now. */
  readonly began?: number
  readonly spans?: number | string
  readonly logs?: number | string
}

const report = ({ session, at, page = 'p1', began = at + MINUTE_MS, spans = 0, logs = 1 }: Report) =>
  ofBrowser(
    logRow({
      at,
      service,
      spanId: page,
      eventName: 'errata.telemetry.made',
      attributes: {
        'session.id': session,
        'errata.telemetry.since': `${Date.now() - began}.4`,
        'errata.telemetry.traces': String(spans),
        'errata.telemetry.logs': String(logs),
      },
    }),
  )
const dropped = (session: string, at: number, count: number, signal = 'traces') =>
  ofBrowser(
    logRow({
      at,
      service,
      eventName: 'errata.telemetry.dropped',
      attributes: {
        'session.id': session,
        'errata.telemetry.count': String(count),
        'errata.telemetry.reason': 'queue_full',
        'errata.telemetry.signal': signal,
      },
    }),
  )

async function run(rows: readonly InsertedRow[], again: readonly InsertedRow[] = []) {
  await using store = await openTestStore(rows)
  await store.insert(again)
  return await countCreatedByBrowsers(store, { range: rangeEndingAt(Date.now() + 1_000, HOUR_MS) })
}

const ofSpans = async (rows: readonly InsertedRow[], again: readonly InsertedRow[] = []) =>
  (await run(rows, again)).find(({ signal }) => signal === 'spans')

test('each record of a page has arrived, was dropped by the page, or is lost', async () => {
  const rows = [
    report({ session: 's', at: 5_000, spans: 9, logs: 3 }),
    ...[30_000, 20_000, 10_000].map(at => span('s', at)),
    log('s', 6_000),
    // Sent after all others.
    dropped('s', 4_000, 4),
  ]
  expect(await run(rows)).toEqual([
    { service, signal: 'spans', created: 9, arrived: 3, dropped: 4, silent: 0 },
    // The record that reports the drop also counts as arrived; a drop reported later does not.
    { service, signal: 'logs', created: 3, arrived: 2, dropped: 0, silent: 1 },
  ])
})

test('later reports of a page replace earlier ones, and duplicates count once', async () => {
  const rows = [
    report({ session: 's', at: 20_000, spans: 2 }),
    report({ session: 's', at: 5_000, spans: 5 }),
    span('s', 30_000),
  ]
  expect(await ofSpans(rows, rows)).toEqual({ service, signal: 'spans', created: 5, arrived: 1, dropped: 0, silent: 0 })
})

test('two pages of one session, as in a duplicated tab, are added up', async () => {
  const rows = [
    report({ session: 's', at: 5_000, page: 'p1', spans: 4 }),
    report({ session: 's', at: 6_000, page: 'p2', spans: 3 }),
    ...[40_000, 30_000, 20_000].map(at => span('s', at)),
  ]
  expect(await ofSpans(rows)).toMatchObject({ created: 7, arrived: 3 })
})

test('records of pages without a report, or after the last report, are silent', async () => {
  const rows = [
    report({ session: 's', at: 20_000, spans: 1 }),
    span('s', 30_000),
    span('s', 10_000),
    span('old', 30_000),
    spanRow({ service: 'shop' }),
    ofBrowser(spanRow({ service, attributes: { 'session.id': 'seeded' } }), 'seed --direct'),
  ]
  expect(await ofSpans(rows)).toEqual({ service, signal: 'spans', created: 1, arrived: 1, dropped: 0, silent: 2 })
})

test('a page older than the range counts from its first report in the range', async () => {
  const rows = [
    report({ session: 'long', at: 30 * MINUTE_MS, began: 9 * HOUR_MS, spans: 70 }),
    report({ session: 'long', at: 5_000, began: 9 * HOUR_MS, spans: 73 }),
    span('long', 31 * MINUTE_MS),
    span('long', 10_000),
    report({ session: 'once', at: 5_000, page: 'p2', began: 2 * HOUR_MS, spans: 50 }),
    span('once', 10_000),
  ]
  expect(await ofSpans(rows)).toEqual({ service, signal: 'spans', created: 3, arrived: 1, dropped: 0, silent: 2 })
})

test('a page with false counts hides no loss of another page, and its claim is limited', async () => {
  const rows = [
    report({ session: 'liar', at: 5_000, page: 'p1', spans: '99999999999999999999' }),
    report({ session: 'boaster', at: 5_000, page: 'p2', spans: 4_000_000_000 }),
    report({ session: 'humble', at: 5_000, page: 'p3', spans: 0 }),
    ...Array.from({ length: 5 }, () => span('humble', 10_000)),
    report({ session: 'honest', at: 5_000, page: 'p4', spans: 3 }),
    span('honest', 10_000),
  ]
  const spans = await ofSpans(rows)
  expect(spans?.created).toBeLessThanOrEqual(20_000 * 2 + 3)
  expect(spans).toMatchObject({ arrived: 1, silent: 5 })
})

test('whatever browsers report, each stored row counts once, and never more than were created', async () => {
  await using store = await openTestStore()
  const number = fc.oneof(
    fc.nat({ max: 30 }),
    fc.string({ maxLength: 6 }),
    fc.bigInt({ min: -9n, max: 2n ** 70n }).map(String),
  )
  const session = fc.constantFrom('a', 'b', 'c')
  const within = fc.nat({ max: HOUR_MS - 10_000 })
  const anyReport = fc
    .record({ session, at: within, page: session, began: fc.integer(), spans: number, logs: number })
    .map(report)
  const spans = fc.array(fc.tuple(session, within), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.array(anyReport, { maxLength: 6 }), spans, fc.nat({ max: 9 }), async (reports, sent, gone) => {
      await store.empty()
      await store.insert([...reports, ...sent.map(one => span(...one)), dropped('a', 1_000, gone)])
      const told = await countCreatedByBrowsers(store, { range: rangeEndingAt(Date.now() + 1_000, HOUR_MS) })
      for (const { created, arrived, dropped } of told) expect(arrived + dropped).toBeLessThanOrEqual(created)
      const ofSpans = told.find(({ signal }) => signal === 'spans')
      expect((ofSpans?.arrived ?? 0) + (ofSpans?.silent ?? 0)).toBe(sent.length)
    }),
    { numRuns: 6 },
  )
})
