import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts } from '../../test/free-ports.ts'
import { nowNs, type Signal, sendOtlp } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { startDesk } from '../../test/stack/start-desk.ts'
import { type IngestPipeline, openIngest, scrapeMetrics, sumMetric } from './open-ingest.ts'

/** The counters' names as store/pipeline/list-losses.ts reads them: a renamed one is detected here. */
const signals = [
  { signal: 'traces', items: 'spans' },
  { signal: 'logs', items: 'log_records' },
  { signal: 'metrics', items: 'metric_points' },
] as const
const ITEMS_A_REQUEST = 10
const answers = new Map<Signal, readonly number[]>()
let ingest: IngestPipeline

beforeAll(async () => {
  const [nobody] = await freePorts(1)
  ingest = await openIngest({
    env: { ERRATA_QUEUE_BYTES: '10000' },
    configs: [`yaml:${JSON.stringify(overlay(`http://127.0.0.1:${nobody}`))}`],
  })
  await Promise.all(signals.map(async ({ signal }) => answers.set(signal, await sendUntilRefused(signal))))
})

afterAll(() => ingest[Symbol.asyncDispose]())

describe.each(signals)('$signal that ClickHouse does not take', ({ signal, items }) => {
  const accepted = () => (answers.get(signal) ?? []).filter(status => status === 200).length

  test('fill the queue, and then the sender is told with 503', () => {
    expect(accepted()).toBeGreaterThan(0)
    expect(answers.get(signal)?.slice(accepted())).toEqual([503])
  })

  test('are counted: what was refused, and what was accepted and given up in the end', async () => {
    const refused = `otelcol_exporter_enqueue_failed_${items}`
    const givenUp = `otelcol_exporter_send_failed_${items}`
    const wanted = { [refused]: ITEMS_A_REQUEST, [givenUp]: accepted() * ITEMS_A_REQUEST }
    const counted = await poll(
      () => countersOf(refused, givenUp),
      counts => Object.entries(wanted).every(([name, count]) => (counts[name] ?? 0) >= count),
      60_000,
    )
    expect(counted).toEqual(wanted)
    // Other specs check that this is 0.
    expect(ingest.otelcol.failedExports()).toBeGreaterThan(0)
    const scraped = await scrapeMetrics(ingest.otelcol.metricsUrl)
    const ofIt = 'exporter="clickhouse"'
    expect({ [refused]: sumMetric(scraped, refused, ofIt), [givenUp]: sumMetric(scraped, givenUp, ofIt) }).toEqual(
      wanted,
    )
  })
})

test('the status page shows what was given up and what was refused, exactly', async () => {
  const [spans = 0, logs = 0, points = 0] = signals.map(
    ({ signal }) => (answers.get(signal) ?? []).filter(status => status === 200).length * ITEMS_A_REQUEST,
  )
  await using desk = await startDesk({ engine: ingest.engine })
  const wanted = {
    'Given up after all retries': [spans, logs, points],
    'Refused by Collector': [ITEMS_A_REQUEST, ITEMS_A_REQUEST, ITEMS_A_REQUEST],
  }
  const shown = await poll(
    () => readLosses(desk.url),
    rows => JSON.stringify(rows) === JSON.stringify(wanted),
    90_000,
  )
  expect(shown).toEqual(wanted)
})

/** The losses on the status page: spans, log records and data points by name. */
async function readLosses(url: string) {
  const html = await (await fetch(`${url}/status`)).text()
  const [, table = ''] = / aria-labelledby="lost">.*?<tbody>(.*?)<\/tbody>/s.exec(html) ?? []
  const rows = [...table.matchAll(/<th scope="row">([^<]*).*?<\/th>(.*?)<\/tr>/gs)].map(([, name = '', cells = '']) => [
    name,
    [...cells.matchAll(/>([\d,]+)</g)].map(([, n = '']) => Number(n.replaceAll(',', ''))),
  ])
  return Object.fromEntries(rows)
}

/** The shipped exporter with an unreachable port and small limits. The Collector's own counters are sent by another exporter. */
function overlay(nobodyUrl: string): object {
  return {
    exporters: {
      clickhouse: {
        endpoint: nobodyUrl,
        retry_on_failure: { initial_interval: '100ms', max_interval: '500ms', max_elapsed_time: '5s' },
        sending_queue: { batch: { min_size: 5_000 } },
      },
      // Its queue is as small.
      'clickhouse/noise': { sending_queue: { batch: { min_size: 5_000 } } },
      'clickhouse/live': {
        endpoint: `\${env:CLICKHOUSE_URL}`,
        username: `\${env:CLICKHOUSE_USER}`,
        password: `\${env:CLICKHOUSE_PASSWORD}`,
        database: 'otel',
        create_schema: false,
      },
    },
    service: {
      pipelines: { 'metrics/own': { exporters: ['clickhouse/live'] } },
    },
  }
}

async function sendUntilRefused(signal: Signal): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < 2_000) {
    const response = await sendOtlp({ url: ingest.otelcol.httpUrl, signal, body: requestOf(signal) })
    await response.arrayBuffer()
    statuses.push(response.status)
    if (response.status !== 200) break
  }
  return statuses
}

function requestOf(signal: Signal): object {
  const each = <T>(make: () => T) => Array.from({ length: ITEMS_A_REQUEST }, make)
  const spans = () => ({
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    name: 'lost',
    startTimeUnixNano: nowNs(),
    endTimeUnixNano: nowNs(),
  })
  if (signal === 'traces') return { resourceSpans: [{ scopeSpans: [{ spans: each(spans) }] }] }
  const logRecords = () => ({ timeUnixNano: nowNs(), body: { stringValue: 'lost' } })
  if (signal === 'logs') return { resourceLogs: [{ scopeLogs: [{ logRecords: each(logRecords) }] }] }
  const dataPoints = () => ({ timeUnixNano: nowNs(), asDouble: 1 })
  const metrics = [{ name: 'lost', gauge: { dataPoints: each(dataPoints) } }]
  return { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }
}

async function countersOf(...names: readonly string[]): Promise<Record<string, number>> {
  const sql = `SELECT MetricName AS name, max(Value) AS value FROM otel_metrics_sum
    WHERE Attributes['exporter'] = 'clickhouse' AND MetricName IN ({one:String}, {other:String}) GROUP BY name`
  const [one = '', other = ''] = names
  const rows = await ingest.query(sql, { one, other })
  return Object.fromEntries(rows.map(row => [String(row['name']), Number(row['value'])]))
}
