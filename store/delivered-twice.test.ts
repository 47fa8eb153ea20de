import { expect, test } from 'vitest'
import { everyAnswer } from '../test/every-answer.ts'
import { exceptionRow, logRow, newId, openTestStore, type Row, spanRow, sumRow } from '../test/open-test-store.ts'
import { hasArrived } from './pipeline/has-arrived.ts'
import { parseTraceId, rangeBefore, type TraceId } from './units.ts'

const traceId = parseTraceId(newId(16)) as TraceId
const [root, failing] = [newId(8), newId(8)]
const range = rangeBefore(Date.now() + 60_000, 3_600_000)
const subjects = { range, traceIds: [traceId], digests: ['k7m2p9qx'], service: 'cart' }
const said = { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' }

/** Spans of three traces, exceptions of both shapes, a deliberate repeat, a log without an id of its own, counters. */
const rows: readonly Row[] = [
  spanRow({ at: 5000, traceId, spanId: root, name: 'GET /', attributes: { 'session.id': 's1' } }),
  spanRow({
    at: 4000,
    traceId,
    spanId: failing,
    parentSpanId: root,
    kind: 'Client',
    status: 'Error',
    events: [
      { name: 'exception', attributes: said },
      { name: 'exception', attributes: { 'exception.type': 'Other' } },
    ],
  }),
  spanRow({ at: 3000, service: 'cart', status: 'Error' }),
  spanRow({ at: 2000, traceId: newId(16) }),
  exceptionRow({ at: 4000, traceId, spanId: failing, attributes: { 'errata.error.digest': 'k7m2p9qx' } }),
  exceptionRow({ at: 4000, traceId, spanId: failing, attributes: { 'errata.error.digest': 'k7m2p9qx' } }),
  logRow({ at: 4000, traceId, body: 'no id of its own', attributes: { 'log.record.uid': '' } }),
  sumRow({ at: 3000, name: 'otelcol_processor_filter_logs.filtered', value: 4, attributes: { filter: 'filter/x' } }),
  sumRow({ at: 1000, name: 'otelcol_processor_filter_logs.filtered', value: 9, attributes: { filter: 'filter/x' } }),
]

test('a second and a third delivery, cut in other batches and never merged, change no answer', async () => {
  await using store = await openTestStore()
  const kept = "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'"
  for (const { name } of await store.query<{ name: string }>(kept)) await store.command(`SYSTEM STOP MERGES ${name}`)
  await store.insert(rows)
  const once = await everyAnswer(store, subjects)
  expect(once).toMatchObject({
    traces: [{ arrived: { spans: 2, logs: 3, exceptions: 3 } }],
    digests: [{ record: { occurrences: 2 } }],
    rows: [
      ['logs', 3],
      ['metrics', 2],
      ['spans', 4],
    ],
  })

  await store.insert([...rows].reverse())
  for (const row of rows) await store.insert([row])

  const [stored] = await store.query<{ spans: string }>('SELECT count() AS spans FROM otel_traces')
  expect(stored?.spans).toBe('12')
  expect(await everyAnswer(store, subjects)).toEqual(once)
})

test('what reached a table but not its views shows once, when it comes again', async () => {
  await using store = await openTestStore()
  const view = 'exceptions_of_logs'
  const [made] = await store.query<{ sql: string }>(
    `SELECT create_table_query AS sql FROM system.tables WHERE database = currentDatabase() AND name = '${view}'`,
  )
  await store.command(`DROP VIEW ${view}`)
  await store.insert(rows)
  await store.command(made?.sql ?? '')
  await store.insert(rows)

  expect(await hasArrived(store, { traceId })).toEqual({ spans: 2, logs: 3, exceptions: 3 })
})
