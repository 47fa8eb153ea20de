import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributes, deliverOtlp, nowNs, type Signal } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { type IngestPipeline, openIngest, scrapeMetrics, sumMetric } from './open-ingest.ts'
import { protobufField, protobufText, protobufTextKeyValue, protobufTime, sendRaw } from './raw-otlp.ts'
import { expectQueueNotBlocked, waitForServiceRows } from './send-items.ts'

/** How much a byte of the queue may grow on its way into an insert, see collector-limits.yaml. */
const MAX_GROWTH = 50
/** The largest batch of collector-limits.yaml. */
const MAX_BATCH_BYTES = 5_242_880
let ingest: IngestPipeline

/** Without the Collector's own metrics, which would be part of the measured inserts. */
const onlyScraped = {
  pull: { exporter: { prometheus: { host: '127.0.0.1', port: `\${env:ERRATA_OTELCOL_METRICS_PORT}` } } },
}

beforeAll(async () => {
  const readers = [onlyScraped]
  ingest = await openIngest({
    configs: [`yaml:${JSON.stringify({ service: { telemetry: { metrics: { readers } } } })}`],
  })
})

afterAll(() => ingest[Symbol.asyncDispose]())

test('the largest batch makes an insert of less than 256 MiB', () => {
  expect(MAX_BATCH_BYTES * MAX_GROWTH).toBeLessThan(256 << 20)
})

test('records of 60 KB go into inserts of no more than a batch, and all are stored', async () => {
  const service = randomUUID()
  const resource = { attributes: attributes({ 'service.name': service }) }
  const body = { stringValue: 'x'.repeat(60_000) }
  for (let request = 0; request < 12; request++) {
    const uids = Array.from({ length: 60 }, (_, i) => attributes({ 'log.record.uid': `${request}-${i}` }))
    const logRecords = uids.map(uid => ({ timeUnixNano: nowNs(), body, attributes: uid }))
    const resourceLogs = [{ resource, scopeLogs: [{ logRecords }] }]
    await deliverOtlp({ url: ingest.otelcol.httpUrl, signal: 'logs', body: { resourceLogs } })
  }
  await waitForServiceRows(ingest, 12 * 60, service, 'SELECT Id', 'otel_logs')
  const sizes = ingest.inserts.sizesOf('otel_logs')
  expect(sizes.length).toBeGreaterThan(0)
  expect(Math.max(...sizes)).toBeLessThan(1.1 * MAX_BATCH_BYTES)
})

interface Shape {
  /** Resource attributes, with this many bytes each. */
  readonly repeated: readonly number[]
  /** Bytes of an attribute of each row; without it the row has none. */
  readonly own: readonly number[]
  readonly rows: number
}

const at = () => protobufTime(1, nowNs(randomInt(1_000_000)))
const own = (number: number, bytes: number | undefined) =>
  bytes === undefined ? Buffer.alloc(0) : protobufTextKeyValue(number, 'k', 'v'.repeat(bytes))
const row: Record<
  string,
  { signal: Signal; table: string; items: (rows: Buffer) => Buffer; make: (bytes?: number) => Buffer }
> = {
  spans: {
    signal: 'traces',
    table: 'otel_traces',
    items: rows => rows,
    make: bytes => {
      const ids = [protobufField(1, randomBytes(16)), protobufField(2, randomBytes(8))]
      return protobufField(2, ...ids, protobufTime(7, nowNs()), protobufTime(8, nowNs()), own(9, bytes))
    },
  },
  'log records': {
    signal: 'logs',
    table: 'otel_logs',
    items: rows => rows,
    make: bytes => protobufField(2, at(), own(6, bytes)),
  },
  'points of a gauge': {
    signal: 'metrics',
    table: 'otel_metrics_gauge',
    items: rows => protobufField(2, protobufText(1, 'm'), protobufText(2, 'd'.repeat(300)), protobufField(5, rows)),
    make: bytes => protobufField(1, protobufTime(3, nowNs(randomInt(1_000_000))), own(7, bytes)),
  },
  'points of an exponential histogram': {
    signal: 'metrics',
    table: 'otel_metrics_exponential_histogram',
    items: rows => protobufField(2, protobufText(1, 'm'), protobufText(2, 'd'.repeat(300)), protobufField(10, rows)),
    make: bytes => protobufField(1, protobufTime(3, nowNs(randomInt(1_000_000))), own(1, bytes)),
  },
}

describe.each(Object.entries(row))('%s', (_, { signal, table, items, make }) => {
  /** Sends a single request, and returns its size and its inserts. */
  async function weigh({ repeated, own: bytes, rows }: Shape) {
    const values = repeated.map((length, i) => protobufTextKeyValue(1, `k${i}`, 'v'.repeat(length)))
    const resource = protobufField(1, protobufTextKeyValue(1, 'service.name', 's'), ...values)
    const all = Buffer.concat(Array.from({ length: rows }, (_, i) => make(bytes[i % Math.max(bytes.length, 1)])))
    const request = protobufField(1, resource, protobufField(2, items(all)))
    const before = ingest.inserts.sizesOf(table).length
    expect(await sendRaw(ingest.otelcol.httpUrl, signal, request)).toBe(200)
    await everythingIsSent(signal)
    const inserted = ingest.inserts.sizesOf(table).slice(before)
    expect(inserted.length).toBeGreaterThan(0)
    return { sent: request.length, inserted: inserted.reduce((sum, size) => sum + size, 0) }
  }

  test('of the smallest kind under a resource of any size do not grow beyond what a batch may', async () => {
    for (const size of [0, 300, 1_000, 2_000, 7_500]) {
      const repeated = size === 0 ? [] : [size / 2, size / 2].map(half => Math.min(half, 1_000))
      const many = size > 2_000 ? Array.from({ length: 30 }, () => size / 30) : repeated
      const { sent, inserted } = await weigh({ repeated: many, own: [], rows: 5_000 })
      expect(inserted / sent, `${size} bytes`).toBeLessThan(MAX_GROWTH)
    }
  })

  test('of any size under a resource of any size do not grow beyond what a batch may', async () => {
    const shapes = fc.record<Shape>({
      repeated: fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 60 }),
      own: fc.array(fc.oneof(fc.integer({ max: 40, min: 0 }), fc.integer({ max: 100_000, min: 0 })), { maxLength: 5 }),
      rows: fc.integer({ min: 1, max: 400 }),
    })
    const below4Mib = shapes.map(shape => ({
      ...shape,
      own: shape.own.map(bytes => Math.min(bytes, Math.floor(3_000_000 / shape.rows))),
    }))
    await fc.assert(
      fc.asyncProperty(below4Mib, async shape => {
        const { sent, inserted } = await weigh(shape)
        // Every insert contains the names and types of the columns.
        expect(inserted).toBeLessThan(MAX_GROWTH * sent + 4_096)
      }),
      { numRuns: 8 },
    )
  })
})

test('rows of an ordinary size keep a resource of 4 KiB', async () => {
  const service = randomUUID()
  const values = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k8s.pod.label.${i}`, 'v'.repeat(90)]))
  const resource = { attributes: attributes({ 'service.name': service, ...values }) }
  const spans = Array.from({ length: 200 }, () => ({
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    startTimeUnixNano: nowNs(),
    endTimeUnixNano: nowNs(),
    attributes: attributes({
      'http.route': '/shop/items/:id',
      'url.full': 'https://shop.example/shop/items/1?x=y'.repeat(4),
    }),
  }))
  const body = { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] }
  await deliverOtlp({ url: ingest.otelcol.httpUrl, signal: 'traces', body })
  const rows = await waitForServiceRows(ingest, 200, service, 'SELECT length(ResourceAttributes) AS n', 'otel_traces')
  expect(new Set(rows.map(found => Number(found['n'])))).toEqual(new Set([41]))
})

test('what follows is stored as before, and nothing is being tried again', () => expectQueueNotBlocked(ingest))

const everythingIsSent = (signal: Signal) =>
  poll(
    async () =>
      sumMetric(await scrapeMetrics(ingest.otelcol.metricsUrl), 'otelcol_exporter_queue_size', `data_type="${signal}"`),
    size => size === 0,
    60_000,
  )
