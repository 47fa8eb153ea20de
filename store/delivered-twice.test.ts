import { expect, test } from 'vitest'
import { exceptionRow, logRow, newId, openTestStore, type Row, spanRow, sumRow } from '../test/open-test-store.ts'
import { findByDigest } from './digests/find-by-digest.ts'
import { getDigestRecord } from './digests/get-digest-record.ts'
import { listExceptions } from './exceptions/list-exceptions.ts'
import { listTraceExceptions } from './exceptions/list-trace-exceptions.ts'
import { getPipelineStatus } from './pipeline/get-pipeline-status.ts'
import { hasArrived } from './pipeline/has-arrived.ts'
import { listSessionHistory } from './sessions/list-session-history.ts'
import type { Store } from './store.ts'
import { getTrace } from './traces/get-trace.ts'
import { listTraceLogs } from './traces/list-trace-logs.ts'
import { listTraces } from './traces/list-traces.ts'
import { parseTraceId, rangeBefore, type TraceId } from './units.ts'

const traceId = parseTraceId(newId(16)) as TraceId
const [root, failing] = [newId(8), newId(8)]
const range = rangeBefore(Date.now() + 60_000, 3_600_000)
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

/** What every screen would show, without the time at which rows were stored. */
async function everyAnswer(store: Store) {
  const { signals, ...status } = await getPipelineStatus(store, { range })
  return {
    traces: await listTraces(store, { range, limit: 50 }),
    failed: await listTraces(store, { range, failedOnly: true, service: 'cart', limit: 50 }),
    trace: await getTrace(store, { traceId }),
    logs: await listTraceLogs(store, { traceId }),
    exceptions: await listExceptions(store, { range, limit: 50 }),
    traceExceptions: await listTraceExceptions(store, { traceId }),
    digest: {
      record: await getDigestRecord(store, { digest: 'k7m2p9qx' }),
      exceptions: await findByDigest(store, { digest: 'k7m2p9qx', limit: 10 }),
    },
    history: await listSessionHistory(store, { traceId, range }),
    arrived: await hasArrived(store, { traceId }),
    rows: signals.map(({ signal, rows }) => [signal, rows]),
    status,
  }
}

test('a second and a third delivery, cut in other batches and never merged, change no answer', async () => {
  await using store = await openTestStore()
  for (const table of [
    'otel_traces',
    'otel_logs',
    'exceptions',
    'transactions',
    'trace_summary',
    'trace_index',
    'digests',
  ]) {
    await store.command(`SYSTEM STOP MERGES ${table}`)
  }
  await store.insert(rows)
  const once = await everyAnswer(store)
  expect(once).toMatchObject({
    arrived: { spans: 2, logs: 3, exceptions: 3 },
    digest: { record: { occurrences: 2 } },
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
  expect(await everyAnswer(store)).toEqual(once)
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
