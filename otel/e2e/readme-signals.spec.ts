import { afterAll, beforeAll, expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { listed, tabled } from './read-readme.ts'
import { type Fixture, startFixture } from './start-fixture.ts'

let fixture: Fixture

/** Everything that makes an attribute of its own. */
const scenarios = [
  '/shop/books/items/7?shown=yes',
  '/fail/loader',
  '/fail/after-shell',
  '/fail/deferred-late',
  '/handled',
  '/user',
  '/write-log',
]

beforeAll(async () => {
  fixture = await startFixture({ alone: true })
  for (const path of scenarios) {
    const { traceId } = await fixture.request(path)
    await fixture.spansOf(traceId)
  }
  await fixture.request('/', { method: 'PROPFIND' })
  await fixture.request('/', { headers: { 'sec-purpose': 'prefetch' } })
  await fixture.request('/fail/action', { method: 'POST' })
})

afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
})

async function stored(sql: string): Promise<string[]> {
  const rows = await fixture.ask<{ name: string }>(sql)
  return rows.map(({ name }) => name).sort()
}

const own = "ServiceName = 'fixture' AND ScopeName = '@errata/otel'"

/** Waits until what is stored is what is listed; a difference that stays is shown. */
async function expectListed(heading: string, sql: string, names = listed(heading)): Promise<void> {
  const found = await poll(
    () => stored(sql),
    found => found.join() === names.join(),
    15_000,
  ).catch(() => stored(sql))
  expect(found).toEqual(names)
}

test('every span is listed with its kind, and every listed one is sent', () =>
  expectListed(
    'Spans',
    `SELECT DISTINCT concat(multiIf(
       SpanKind = 'Server', 'METHOD /ROUTE',
       match(SpanName, '^(middleware|loader|action) '), concat(splitByChar(' ', SpanName)[1], ' ROUTE-ID'),
       SpanName), ' ', upper(SpanKind)) AS name FROM otel_traces WHERE ${own}`,
    tabled('span', 'Spans', true),
  ))

test('every event is listed, and every listed one is sent', () =>
  expectListed(
    'Spans',
    `SELECT DISTINCT EventName AS name FROM otel_logs WHERE ${own} AND EventName != ''`,
    tabled('event name', 'Spans'),
  ))

test('every attribute of a span is listed, and every listed one is sent', () =>
  expectListed('Spans', `SELECT DISTINCT arrayJoin(mapKeys(SpanAttributes)) AS name FROM otel_traces WHERE ${own}`))

// On a busy machine the mapping of a stack may reach its deadline, which adds the reason.
test('every attribute of a log is listed, and every listed one is sent', () =>
  expectListed(
    'Logs and exceptions',
    `SELECT DISTINCT arrayJoin(mapKeys(LogAttributes)) AS name FROM otel_logs
     WHERE ${own} AND LogAttributes['shop.cart.size'] = '' AND LogAttributes['component'] = ''
       AND LogAttributes['errata.stack.unmapped_reason'] != 'deadline'`,
  ))

test('every metric is listed, and every listed one is sent', () =>
  expectListed(
    'Metrics',
    `SELECT DISTINCT arrayJoin(arrayConcat([MetricName], mapKeys(Attributes))) AS name FROM otel_metrics_histogram WHERE ${own}`,
  ))

test('every attribute of the resource is listed, and every listed one is sent', () =>
  expectListed(
    'Resource',
    "SELECT DISTINCT arrayJoin(mapKeys(ResourceAttributes)) AS name FROM otel_traces WHERE ServiceName = 'fixture'",
  ))
