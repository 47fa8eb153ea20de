import { randomBytes, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributes, deliverOtlp, encodeJson, encodeProtobuf, nowNs, sendOtlp } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { type IngestPipeline, openIngest, scrapeMetrics, sumMetric } from './open-ingest.ts'

let ingest: IngestPipeline

beforeAll(async () => {
  ingest = await openIngest()
})

afterAll(() => ingest[Symbol.asyncDispose]())

/** What a visitor might send to impersonate a server, or to put exceptions into others' issues. */
const forged = attributes({
  'errata.issue.fingerprint': 'f1',
  'errata.error.digest': 'd1',
  'errata.transaction.route': '/basket',
  'exception.type': 'Error',
  'exception.message': 'x',
})
const kept = { 'errata.transaction.route': '/basket', 'exception.type': 'Error', 'exception.message': 'x' }
const vouched = { 'x-errata-service': 'shop-browser' }

describe.each(['json', 'protobuf'] as const)('what a browser says of itself, as %s', encoding => {
  test('changes neither service, fingerprint nor digest of spans and span events', async () => {
    const run = randomUUID()
    const body = { resourceSpans: [resourceSpans(run, 'shop-server'), resourceSpans(run)] }
    await deliverOtlp({ url: ingest.otelcol.browserUrl, signal: 'traces', body, encoding, headers: vouched })
    const rows = await rowsOf('otel_traces', run, 2, 'ServiceName, SpanAttributes, Events.Attributes')
    const row = { ServiceName: 'shop-browser', SpanAttributes: kept, 'Events.Attributes': [kept] }
    expect(rows).toEqual([row, row])
  })

  test('changes neither service, fingerprint nor digest of log records', async () => {
    const run = randomUUID()
    const body = { resourceLogs: [resourceLogs(run, 'shop-server'), resourceLogs(run)] }
    await deliverOtlp({ url: ingest.otelcol.browserUrl, signal: 'logs', body, encoding, headers: vouched })
    const rows = await rowsOf('otel_logs', run, 2, "ServiceName, mapFilter((k, v) -> k != 'n', LogAttributes) AS it")
    expect(rows).toEqual([
      { ServiceName: 'shop-browser', it: kept },
      { ServiceName: 'shop-browser', it: kept },
    ])
  })

  test('makes it "browser" where nobody vouches for it', async () => {
    const run = randomUUID()
    const body = { resourceSpans: [resourceSpans(run, 'shop-server')] }
    await deliverOtlp({ url: ingest.otelcol.browserUrl, signal: 'traces', body, encoding })
    expect(await rowsOf('otel_traces', run, 1, 'ServiceName')).toEqual([{ ServiceName: 'browser' }])
  })
})

test('a browser’s health check in the trace of a server is counted as a browser’s, not as the server’s', async () => {
  const [trace = '', healthy = ''] = [randomBytes(16), randomBytes(16)].map(id => id.toString('hex'))
  const span = (traceId: string) => ({
    ...{ traceId, spanId: randomBytes(8).toString('hex'), name: 'GET', kind: 2 },
    ...{ startTimeUnixNano: nowNs(), endTimeUnixNano: nowNs() },
    attributes: attributes({ 'errata.transaction.route': '/health' }),
  })
  const deliver = (url: string, traceId: string) =>
    deliverOtlp({
      ...{ url, signal: 'traces', headers: vouched },
      body: { resourceSpans: [{ scopeSpans: [{ spans: [span(traceId)] }] }] },
    })
  await deliver(ingest.otelcol.browserUrl, trace)
  await deliver(ingest.otelcol.httpUrl, healthy)

  const services = () =>
    ingest.query(
      `SELECT TraceId AS trace, ServiceName AS service FROM noise_spans
      WHERE TraceId IN ({trace:String}, {healthy:String}) ORDER BY TraceId = {healthy:String}`,
      { trace, healthy },
    )
  expect(await poll(services, found => found.length === 2, 60_000)).toEqual([
    { trace, service: 'shop-browser' },
    { trace: healthy, service: '' },
  ])
})

test('a service is believed: its receiver leaves name, fingerprint and digest alone', async () => {
  const run = randomUUID()
  const body = { resourceLogs: [resourceLogs(run, 'shop-server')] }
  await deliverOtlp({ url: ingest.otelcol.httpUrl, signal: 'logs', body, headers: vouched })
  const columns =
    "ServiceName, LogAttributes['errata.issue.fingerprint'] AS f, LogAttributes['errata.error.digest'] AS d"
  expect(await rowsOf('otel_logs', run, 1, columns)).toEqual([{ ServiceName: 'shop-server', f: 'f1', d: 'd1' }])
})

describe('bad input', () => {
  const json = { 'content-type': 'application/json' }
  const protobuf = { 'content-type': 'application/x-protobuf' }
  const tooMuch = encodeJson({ resourceSpans: Array.from({ length: 2_000 }, () => resourceSpans(randomUUID())) })
  const bad: [string, RequestInit, string][] = [
    ['what is no JSON', { headers: json, body: '{"resourceSpans": [' }, '/v1/traces'],
    ['JSON of another shape', { headers: json, body: '{"resourceSpans": "none"}' }, '/v1/traces'],
    [
      'an id that is no hex',
      { headers: json, body: '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"zz"}]}]}]}' },
      '/v1/traces',
    ],
    ['what is no protobuf', { headers: protobuf, body: randomBytes(64) }, '/v1/traces'],
    [
      'protobuf that is cut off',
      { headers: protobuf, body: encodeProtobuf('traces', { resourceSpans: [resourceSpans('')] }).subarray(0, 40) },
      '/v1/traces',
    ],
    ['an unknown content type', { headers: { 'content-type': 'text/plain' }, body: 'x' }, '/v1/traces'],
    ['no content type', { body: new Uint8Array(4) }, '/v1/traces'],
    ['another method', { method: 'GET' }, '/v1/traces'],
    ['metrics, which no browser sends', { headers: json, body: '{}' }, '/v1/metrics'],
    ['another path', { headers: json, body: '{}' }, '/v1/secrets'],
    ['a gzip that is none', { headers: { ...json, 'content-encoding': 'gzip' }, body: 'x' }, '/v1/traces'],
    ['more than 512 KiB', { headers: json, body: tooMuch }, '/v1/traces'],
    [
      'more than 512 KiB once unpacked',
      { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(tooMuch) },
      '/v1/traces',
    ],
  ]

  test.each(bad)('%s is answered 4xx', async (_, init, path) => {
    const response = await fetch(`${ingest.otelcol.browserUrl}${path}`, { method: 'POST', ...init })
    expect(`${response.status} ${await response.text()}`).toMatch(/^4\d\d /)
  })

  test('disturbs nobody else, and a receiver of services refuses it likewise', async () => {
    const refused = await fetch(`${ingest.otelcol.httpUrl}/v1/traces`, {
      method: 'POST',
      headers: json,
      body: '{"resourceSpans": [',
    })
    expect(refused.status).toBe(400)
    const run = randomUUID()
    const body = { resourceSpans: [resourceSpans(run)] }
    expect((await sendOtlp({ url: ingest.otelcol.browserUrl, signal: 'traces', body })).status).toBe(200)
    expect(await rowsOf('otel_traces', run, 1, 'ServiceName')).toEqual([{ ServiceName: 'browser' }])
    const counters = await scrapeMetrics(ingest.otelcol.metricsUrl)
    expect(sumMetric(counters, 'otelcol_exporter_send_failed_spans')).toBe(0)
  })
})

test('the Collector tells the store about itself, each filter with its label', async () => {
  const sql = `SELECT DISTINCT Attributes['filter'] AS filter FROM otel_metrics_sum
    WHERE MetricName = 'otelcol_processor_filter_spans.filtered' AND ServiceName = 'errata-otelcol'
      AND ResourceAttributes['service.instance.id'] != '' ORDER BY filter`
  const rows = await poll(
    () => ingest.query(sql),
    found => found.length === 8,
  )
  expect(rows.map(row => row['filter'])).toEqual([
    'filter/cross-origin-script-error',
    'filter/empty',
    'filter/health-check',
    'filter/no-id',
    'filter/noise',
    'filter/noise-candidates',
    'filter/not-found',
    'filter/resize-observer-loop',
  ])
})

function resourceOf(run: string, service: string | undefined) {
  return { attributes: attributes({ ...(service === undefined ? {} : { 'service.name': service }), 'test.run': run }) }
}

function resourceSpans(run: string, service?: string) {
  const span = {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    name: 'load',
    kind: 1,
    startTimeUnixNano: nowNs(),
    endTimeUnixNano: nowNs(),
    attributes: forged,
    events: [{ timeUnixNano: nowNs(), name: 'exception', attributes: forged }],
  }
  return { resource: resourceOf(run, service), scopeSpans: [{ spans: [span] }] }
}

function resourceLogs(run: string, service?: string) {
  const distinct = attributes({ n: randomUUID() })
  const record = { timeUnixNano: nowNs(), eventName: 'exception', attributes: [...forged, ...distinct] }
  return { resource: resourceOf(run, service), scopeLogs: [{ logRecords: [record] }] }
}

function rowsOf(table: string, run: string, count: number, columns: string) {
  return poll(
    () =>
      ingest.query(`SELECT ${columns} FROM ${table} FINAL WHERE ResourceAttributes['test.run'] = {run:String}`, {
        run,
      }),
    rows => rows.length >= count,
  )
}
