import { expect, test } from 'vitest'
import {
  gaugeRow,
  type InsertedRow,
  logRow,
  noiseRow,
  openTestStore,
  randomHexId,
  spanRow,
  sumRow,
} from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { getIngestAccounting } from './get-ingest-accounting.ts'

const HOUR_MS = 3_600_000
const metric = (name: string, value: number, attributes: Record<string, string> = {}, at = 5_000) =>
  sumRow({ at, since: 600_000, name, value, attributes, resource: { 'service.instance.id': 'a' } })
const queue = (size: number, at = -50_000, instance = 'a') =>
  gaugeRow({
    at,
    name: 'otelcol_exporter_queue_size',
    value: size,
    attributes: { exporter: 'clickhouse', data_type: 'traces' },
    resource: { 'service.instance.id': instance },
  })
/** Rows are stored now, and the last seconds are left out, so the query runs as of a minute later. */
const asked = () => {
  const nowMs = Date.now() + 60_000
  return { range: rangeEndingAt(nowMs, 24 * HOUR_MS), nowMs }
}

test('accounts for everything that Collectors acknowledged, by their counters and the stored rows', async () => {
  await using store = await openTestStore([
    metric('otelcol_receiver_accepted_spans', 10, { receiver: 'otlp' }),
    metric('otelcol_receiver_accepted_spans', 5, { receiver: 'otlp/browser' }),
    metric('otelcol_receiver_accepted_log_records', 4),
    metric('otelcol_receiver_refused_spans', 7),
    metric('otelcol_receiver_accepted_metric_points', 20),
    metric('otelcol_exporter_sent_metric_points', 19, { exporter: 'clickhouse' }),
    metric('otelcol_exporter_sent_spans', 9, { exporter: 'clickhouse' }),
    metric('otelcol_exporter_sent_spans', 50, { exporter: 'clickhouse/noise' }),
    metric('otelcol_exporter_sent_log_records', 1, { exporter: 'clickhouse' }),
    metric('otelcol_exporter_send_failed_spans', 2, { exporter: 'clickhouse' }),
    metric('otelcol_processor_filter_spans.filtered', 2, { filter: 'filter/not-found' }),
    metric('otelcol_processor_filter_spans.filtered', 1, { filter: 'filter/no-id' }),
    metric('otelcol_processor_filter_spans.filtered', 60, { filter: 'filter/noise-candidates' }),
    metric('errata.telemetry.dropped_records', 6, { signal: 'logs', reason: 'queue_full' }),
    queue(0),
    ...Array.from({ length: 8 }, () => spanRow({ traceId: randomHexId(16) })),
    logRow(),
    noiseRow('not-found/1', spanRow({ traceId: randomHexId(16) })),
    noiseRow('not-found/1', spanRow({ traceId: randomHexId(16) })),
    noiseRow('resize-observer-loop/1', logRow()),
  ])

  expect(await getIngestAccounting(store, asked())).toMatchObject({
    spans: { acknowledged: 15, stored: 8, removed: 2, unfit: 1, givenUp: 2, again: 1, waiting: 0, unaccounted: 1 },
    logs: { acknowledged: 4, stored: 1, removed: 1, unfit: 0, givenUp: 0, again: 0, waiting: 0, unaccounted: 2 },
    points: { acknowledged: 20, stored: 15, removed: 0, unfit: 0, givenUp: 0, again: 4, waiting: 0, unaccounted: 1 },
    endedCollectors: 0,
    before: {
      servers: [{ signal: 'logs', reason: 'queue_full', items: 6 }],
      browsers: [],
      createdByBrowsers: [],
      refused: { spans: 7, logs: 0, points: 0 },
    },
  })
})

test('what says nothing explains what is missing, and what a relay rejected is counted for its service', async () => {
  const answered = (service: string, status: string, value: number) =>
    sumRow({
      ...{ at: 5_000, since: 600_000, name: 'errata.relay.requests', value, service },
      attributes: { signal: 'logs', 'http.response.status_code': status },
    })
  await using store = await openTestStore([
    metric('otelcol_receiver_accepted_log_records', 10),
    metric('otelcol_processor_filter_logs.filtered', 9, { filter: 'filter/empty' }),
    logRow(),
    ...[answered('cart', '200', 3), answered('cart', '400', 2), answered('shop', '200', 1), answered('shop', '429', 5)],
  ])
  const { logs, before } = (await getIngestAccounting(store, asked())) ?? {}
  expect(logs).toMatchObject({ acknowledged: 10, stored: 1, unfit: 9, unaccounted: 0 })
  expect(before?.relayed.map(({ service, status, requests }) => `${service} ${status} ${requests}`).toSorted()).toEqual(
    [...['cart 200 3', 'cart 400 2', 'shop 200 1', 'shop 429 5']],
  )
})

test('missing items may be waiting in the queue of their own signal, not in that of another', async () => {
  await using store = await openTestStore([
    metric('otelcol_receiver_accepted_spans', 10),
    metric('otelcol_receiver_accepted_log_records', 10),
    queue(700),
  ])
  expect(await getIngestAccounting(store, asked())).toMatchObject({
    spans: { waiting: 10, waitingBytes: 700, unaccounted: 0 },
    logs: { waiting: 0, waitingBytes: 0, unaccounted: 10 },
  })
})

test('stopped Collectors are counted, and their last queue size does not count as waiting', async () => {
  await using store = await openTestStore([queue(0), queue(900, 600_000, 'ended')])
  expect(await getIngestAccounting(store, asked())).toMatchObject({ endedCollectors: 1, spans: { waitingBytes: 0 } })
})

test('covers the last complete hour of the range, and nothing if there is none', async () => {
  await using store = await openTestStore()
  const nowMs = Date.now()
  const { range } =
    (await getIngestAccounting(store, { range: rangeEndingAt(nowMs - 7 * HOUR_MS, 5 * HOUR_MS), nowMs })) ?? {}
  expect(range?.to).toBe(nsOfMs(nowMs - 7 * HOUR_MS))
  expect(Number((range?.to ?? 0n) - (range?.from ?? 0n)) / 1e6 / HOUR_MS).toBeCloseTo(1, 1)
  expect(await getIngestAccounting(store, { range: rangeEndingAt(nowMs + HOUR_MS, HOUR_MS), nowMs })).toBeUndefined()
})

test('rows written directly by the seeder are counted apart, rows written by anybody else are unaccounted', async () => {
  const seeded = ({ table, values }: InsertedRow): InsertedRow => ({
    table,
    values: { ...values, ScopeVersion: 'seed --direct' },
  })
  await using store = await openTestStore([
    metric('otelcol_receiver_accepted_spans', 1),
    ...Array.from({ length: 30 }, () => seeded(spanRow({ traceId: randomHexId(16) }))),
    seeded(logRow()),
    ...Array.from({ length: 3 }, () => spanRow({ traceId: randomHexId(16) })),
  ])
  expect(await getIngestAccounting(store, asked())).toMatchObject({
    spans: { acknowledged: 1, stored: 3, unaccounted: -2, edge: 1 },
    logs: { stored: 0, unaccounted: 0 },
    seeded: { spans: 30, logs: 1, points: 0 },
  })
})

test('a Collector that has just started explains differences at the edge; without any Collector nothing does', async () => {
  const bypass = [spanRow({ traceId: randomHexId(16) }), spanRow({ traceId: randomHexId(16) })]
  await using fresh = await openTestStore([queue(0), ...bypass])
  expect(await getIngestAccounting(fresh, asked())).toMatchObject({ spans: { unaccounted: -2, edge: 2 } })
  await using alone = await openTestStore(bypass)
  expect(await getIngestAccounting(alone, asked())).toMatchObject({ spans: { unaccounted: -2, edge: 0 } })
})
