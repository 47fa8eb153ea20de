import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributes, nowNs, type Signal, sendOtlp } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { type IngestPipeline, openIngest } from './open-ingest.ts'
import {
  expectQueueNotBlocked,
  otlpTestSpan,
  randomHexId,
  sendItems,
  waitForServiceRows,
  watchMemory,
} from './send-items.ts'

let ingest: IngestPipeline

beforeAll(async () => {
  ingest = await openIngest()
})

afterAll(() => ingest[Symbol.asyncDispose]())

const huge = 'x'.repeat(200_000)
const send = (signal: Signal, items: object, more: readonly object[] = []) => sendItems(ingest, signal, items, { more })

describe('a resource', () => {
  const many = (key: (i: number) => string, value: string) =>
    Object.fromEntries(Array.from({ length: 2_500 }, (_, i) => [key(i), value]))
  const resources = {
    'one value of 200 KB': attributes({ huge }),
    'one list of 200 KB': attributes({ huge: [huge] }),
    'one map of 200 KB beside what has no JSON': attributes({ huge: { huge }, nan: Number.NaN }),
    'one key of 200 KB': attributes({ [huge]: 'x' }),
    '2,500 attributes': attributes(many(i => `key-${i}`, 'x'.repeat(200))),
    'keys and values of four bytes a character': attributes(many(i => `${i}${'🙈'.repeat(100)}`, '🙈'.repeat(200))),
  }

  test.each(Object.entries(resources))(
    'with %s takes 8 KiB of a row at most, and little memory',
    async (_, resource) => {
      const spans = Array.from({ length: 5_000 }, () => otlpTestSpan())
      const peak = watchMemory(ingest)
      const service = await send('traces', { scopeSpans: [{ spans }] }, resource)
      const size = 'max(arraySum(mapValues(mapApply((k, v) -> (k, length(k) + length(v)), ResourceAttributes))))'
      const [row] = await poll(
        () =>
          ingest.query(
            `SELECT count() AS there, ${size} AS most FROM otel_traces WHERE ServiceName = {service:String}`,
            {
              service,
            },
          ),
        ([all]) => Number(all?.['there']) === 5_000,
        60_000,
      )
      expect(Number(row?.['most'])).toBeLessThanOrEqual(8_192)
      // Without limits the same request took 5 GB.
      expect(await peak()).toBeLessThan(700)
    },
  )
})

test('a scope, names, a body, events and links beyond all measure are cut, and say so', async () => {
  const scope = { name: huge, version: huge, attributes: attributes({ huge }) }
  const events = Array.from({ length: 1_001 }, () => ({ timeUnixNano: nowNs(), name: 'step' }))
  const links = Array.from({ length: 129 }, () => ({ traceId: randomHexId(16), spanId: randomHexId(8) }))
  const spans = [
    { ...otlpTestSpan({ events }), name: huge, traceState: huge, status: { code: 2, message: huge }, links },
  ]
  const service = await send('traces', { scopeSpans: [{ scope, spans }] })
  const cut = `length(SpanName) AS name, length(ScopeName) AS scope, length(StatusMessage) AS message, length(TraceState) AS state,
    SpanAttributes, length(Events.Name) AS events, length(Links.SpanId) AS links`
  expect(await waitForServiceRows(ingest, 1, service, `SELECT ${cut}`, 'otel_traces')).toEqual([
    {
      name: 1_024,
      scope: 128,
      message: 32_768,
      state: 0,
      SpanAttributes: { 'errata.events.dropped': '1001', 'errata.links.dropped': '129' },
      events: 0,
      links: 0,
    },
  ])

  const body = { stringValue: huge }
  const record = { body, eventName: huge, severityText: huge, attributes: attributes({ huge }) }
  const logs = await send('logs', { scopeLogs: [{ scope, logRecords: [record] }] })
  const of = `length(Body) AS body, length(EventName) AS event, length(SeverityText) AS severity,
    length(LogAttributes['huge']) AS value, length(ScopeAttributes['huge']) AS scope`
  expect(await waitForServiceRows(ingest, 1, logs, `SELECT ${of}`, 'otel_logs')).toEqual([
    { body: 65_536, event: 256, severity: 64, value: 65_536, scope: 256 },
  ])
})

test('what lists lead to by name has 1 KiB at most: service, release, environment and route', async () => {
  const routes = attributes({ 'http.route': huge, 'errata.transaction.route': huge })
  const more = attributes({
    'service.version': huge.slice(0, 2_000),
    'deployment.environment.name': huge.slice(0, 2_000),
  })
  const ofResource = `length(ResourceAttributes['service.version']) AS release,
    length(ResourceAttributes['deployment.environment.name']) AS environment`
  const of = (item: string) =>
    `SELECT ${ofResource}, length(${item}['http.route']) AS route, length(${item}['errata.transaction.route']) AS own`
  const cut = [{ release: 1_024, environment: 1_024, route: 1_024, own: 1_024 }]

  const spans = await send('traces', { scopeSpans: [{ spans: [{ ...otlpTestSpan(), attributes: routes }] }] }, more)
  expect(await waitForServiceRows(ingest, 1, spans, of('SpanAttributes'), 'otel_traces')).toEqual(cut)
  const logs = await send(
    'logs',
    { scopeLogs: [{ logRecords: [{ timeUnixNano: nowNs(), attributes: routes }] }] },
    more,
  )
  expect(await waitForServiceRows(ingest, 1, logs, of('LogAttributes'), 'otel_logs')).toEqual(cut)
})

describe.each([
  ['a list', { huge: Array.from({ length: 200_000 }, () => 'x') }],
  ['a map', { huge: { inner: 'x'.repeat(1_500_000) } }],
  ['bytes', { huge: new Uint8Array(1_500_000) }],
  ['a text', { huge: 'x'.repeat(1_500_000) }],
])('%s of megabytes', (_, values) => {
  const [attribute] = attributes(values)
  const all = [attribute ?? {}]

  test('is cut as an attribute of a span, of an event and of a data point', async () => {
    const events = [
      { timeUnixNano: nowNs(), name: 'e', attributes: [...all, ...attributes({ 'exception.type': 'E' })] },
    ]
    const service = await send('traces', {
      scopeSpans: [{ spans: [{ ...otlpTestSpan(), attributes: all }, otlpTestSpan({ events })] }],
    })
    const ofSpans = `max(length(SpanAttributes['huge'])) AS span, max(length(Events.Attributes[1]['huge'])) AS event,
      max(Events.Attributes[1]['exception.type']) AS kept, count() AS n`
    const spans = await poll(
      () => ingest.query(`SELECT ${ofSpans} FROM otel_traces WHERE ServiceName = {service:String}`, { service }),
      ([row]) => Number(row?.['n']) === 2,
      60_000,
    )
    expect(spans[0]).toMatchObject({ span: 32_768, kept: 'E' })
    expect(Number(spans[0]?.['event'])).toBeLessThanOrEqual(131_072)

    const point = { timeUnixNano: nowNs(), asDouble: 1, attributes: all }
    const metrics = await send('metrics', {
      scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints: [point] } }] }],
    })
    const select = `SELECT length(Attributes['huge']) AS point`
    expect(await waitForServiceRows(ingest, 1, metrics, select, 'otel_metrics_gauge')).toEqual([{ point: 1_024 }])
  })

  test('is cut as an attribute and as the body of a log record', async () => {
    const body = (attribute as { value: object }).value
    const records = [{ body }, { attributes: all }].map(record => ({ timeUnixNano: nowNs(), ...record }))
    const service = await send('logs', { scopeLogs: [{ logRecords: records }] })
    const ofLogs = `max(length(Body)) AS body, max(length(LogAttributes['huge'])) AS value, count() AS n`
    const logs = await poll(
      () => ingest.query(`SELECT ${ofLogs} FROM otel_logs WHERE ServiceName = {service:String}`, { service }),
      ([row]) => Number(row?.['n']) === 2,
      60_000,
    )
    expect(logs).toEqual([{ body: 65_536, value: 65_536, n: logs[0]?.['n'] }])
  })
})

test('what is small keeps its kind on the way: lists and maps are written as JSON', async () => {
  const values = { list: ['a', 1, true], map: { inner: { deep: 'x' } }, bytes: new Uint8Array([0, 255]), int: 7 }
  const service = await send('traces', {
    scopeSpans: [{ spans: [{ ...otlpTestSpan(), attributes: attributes(values) }] }],
  })
  expect(await waitForServiceRows(ingest, 1, service, 'SELECT SpanAttributes AS it', 'otel_traces')).toEqual([
    { it: { list: '["a",1,true]', map: '{"inner":{"deep":"x"}}', bytes: 'AP8=', int: '7' } },
  ])
})

test('a request of more than 4 MiB is refused with 4xx, by what it is unpacked', async () => {
  const body = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'x'.repeat(5 << 20) } }] }] }] }
  const response = await sendOtlp({ url: ingest.otelcol.httpUrl, signal: 'logs', body })
  expect(`${response.status} ${await response.text()}`).toMatch(/^4\d\d .*too large/s)
})

test('what follows is stored as before, and nothing is being tried again', () => expectQueueNotBlocked(ingest))
