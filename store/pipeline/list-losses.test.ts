import { expect, test } from 'vitest'
import { openTestStore, sumRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listLosses } from './list-losses.ts'

const HOUR_MS = 3_600_000
/** A counter that began at 0 within the range. */
const counter = (name: string, value: number, attributes: Readonly<Record<string, string>> = {}, service = 'shop') =>
  sumRow({ at: 5_000, startedMs: Date.now() - 600_000, name, value, attributes, service })
const lastHour = () => ({ range: rangeEndingAt(Date.now() + 60_000, HOUR_MS) })

test('names each loss that Collectors and SDKs report, with what was lost of each signal', async () => {
  await using store = await openTestStore([
    counter('otelcol_exporter_send_failed_spans', 3, { exporter: 'clickhouse' }),
    counter('otelcol_exporter_send_failed_metric_points', 4, { exporter: 'clickhouse' }),
    counter('otelcol_exporter_send_failed_log_records', 1, { exporter: 'clickhouse/noise' }),
    counter('otelcol_exporter_send_failed_log_records', 0, { exporter: 'clickhouse' }),
    counter('otelcol_receiver_refused_spans', 7, { receiver: 'otlp' }),
    counter('otelcol_receiver_refused_spans', 2, { receiver: 'otlp/browser' }),
    counter('otelcol_processor_filter_spans.filtered', 5, { filter: 'filter/no-id' }),
    counter('otelcol_processor_filter_datapoints.filtered', 6, { filter: 'filter/empty' }),
    counter('errata.telemetry.dropped_records', 8, { signal: 'logs', reason: 'queue_full' }),
    counter('errata.telemetry.dropped_records', 2, { signal: 'traces', reason: 'queue_full' }, 'cart'),
    counter('errata.telemetry.dropped_records', 1, { signal: 'traces', reason: 'export_failed' }),
  ])

  expect((await listLosses(store, lastHour())).losses).toEqual([
    { kind: 'given-up', detail: 'clickhouse', spans: 3, logs: 0, points: 4 },
    { kind: 'given-up', detail: 'clickhouse/noise', spans: 0, logs: 1, points: 0 },
    { kind: 'refused', detail: '', spans: 9, logs: 0, points: 0 },
    { kind: 'unstorable', detail: '', spans: 5, logs: 0, points: 6 },
    { kind: 'sdk', detail: 'export_failed', spans: 1, logs: 0, points: 0 },
    { kind: 'sdk', detail: 'queue_full', spans: 2, logs: 8, points: 0 },
  ])
})

test('what was accepted, stored or dropped by a rule is no loss', async () => {
  await using store = await openTestStore([
    counter('otelcol_receiver_accepted_spans', 9),
    counter('otelcol_exporter_sent_spans', 9, { exporter: 'clickhouse' }),
    counter('otelcol_processor_filter_spans.filtered', 5, { filter: 'filter/not-found' }),
    counter('otelcol_processor_filter_spans.filtered', 60, { filter: 'filter/noise-candidates' }),
  ])
  expect(await listLosses(store, lastHour())).toEqual({ losses: [], relayed: [], refusedRequests: [] })
})

test('counts how the relay of each service answered browsers, whatever they posted', async () => {
  const answered = (service: string, status: string, value: number, signal = 'logs') =>
    counter('errata.relay.requests', value, { signal, 'http.response.status_code': status }, service)
  await using store = await openTestStore([
    answered('cart', '200', 3),
    answered('cart', '400', 2),
    answered('shop', '429', 5),
    answered('shop', '429', 1, 'traces'),
  ])
  const { relayed } = await listLosses(store, lastHour())
  expect(relayed.map(({ service, status, requests }) => `${service} ${status} ${requests}`).toSorted()).toEqual([
    'cart 200 3',
    'cart 400 2',
    'shop 429 6',
  ])
})
