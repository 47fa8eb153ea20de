import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { attributes, deliverOtlp, nowNs, type Signal, sendOtlp } from '../../test/send-otlp.ts'
import { type Ingest, openIngest, residentMib, scrape, total } from './open-ingest.ts'

const DAY_NS = 86_400_000_000_000n
let ingest: Ingest

beforeAll(async () => {
  ingest = await openIngest()
})

afterAll(() => ingest[Symbol.asyncDispose]())

const days = Array.from({ length: 101 }, (_, day) => nowNs(1_000) - BigInt(day) * DAY_NS)
/** Points of one series that are whole days apart would become one, as they are moved by whole days. */
const unevenDays = days.map((at, day) => at - BigInt(day) * 1_000_000_000n)

describe('101 days in one request', () => {
  test('spans are stored, moved into the window, with their order and length', async () => {
    const spans = days.map(start => span({ start, lengthNs: 5_000_000n }))
    const service = await send('traces', { scopeSpans: [{ spans }] })
    const rows = await rowsOf(
      101,
      service,
      `SELECT toString(Duration) AS duration, SpanAttributes['errata.clock.original'] AS original, ${seen('Timestamp')}`,
      'otel_traces',
    )
    expect(rows.every(row => row['inWindow'] === 1 && row['duration'] === '5000000')).toBe(true)
    // Seven days are in the window; the rest says when it was.
    expect(rows.filter(row => row['original'] !== '')).toHaveLength(94)
    expect(rows.map(row => row['original'])).toContain(String(days.at(-1)))
  })

  test('span events are stored, each moved by itself', async () => {
    const events = days.map(at => ({ timeUnixNano: at, name: 'step', attributes: [] }))
    const service = await send('traces', { scopeSpans: [{ spans: [span({ events })] }] })
    const times = `arrayCount(t -> ${inWindow('t')}, Events.Timestamp) AS inWindow`
    const rows = await rowsOf(1, service, `SELECT ${times}`, 'otel_traces')
    expect(rows).toEqual([{ inWindow: 101 }])
  })

  test('exceptions as span events on 101 days are stored', async () => {
    const events = days.map((at, day) => ({
      timeUnixNano: at,
      name: 'exception',
      attributes: attributes({ 'exception.type': 'Error', 'exception.message': `day ${day}` }),
    }))
    const service = await send('traces', { scopeSpans: [{ spans: [span({ events })] }] })
    const rows = await rowsOf(101, service, `SELECT ${seen('Timestamp')}`, 'exceptions')
    expect(rows.every(row => row['inWindow'] === 1)).toBe(true)
  })

  test('log records are stored, moved into the window', async () => {
    const logRecords = days.map(at => ({ timeUnixNano: at, body: { stringValue: 'x' } }))
    const service = await send('logs', { scopeLogs: [{ logRecords }] })
    const rows = await rowsOf(101, service, `SELECT ${seen('Timestamp')}`, 'otel_logs')
    expect(rows.every(row => row['inWindow'] === 1)).toBe(true)
  })

  test.each(metricKinds())('the data points of $kind are stored, moved into the window', async ({ table, data }) => {
    const service = await send('metrics', { scopeMetrics: [{ metrics: [{ name: 'm', ...data(unevenDays) }] }] })
    const rows = await rowsOf(101, service, `SELECT ${seen('TimeUnix')}`, table)
    expect(rows.every(row => row['inWindow'] === 1)).toBe(true)
  })
})

describe('times that no clock shows', () => {
  const ends = { 1970: 1n, 2100: 4_102_444_800_000_000_000n, 2554: 18_446_744_073_709_551_615n }

  test.each(Object.entries(ends))(
    'of the year %s pass in every place, and what ends before it starts has no length',
    async (_, at) => {
      const event = { timeUnixNano: at, name: 'exception', attributes: attributes({ 'exception.message': 'x' }) }
      const spans = [
        span({ start: at, events: [event] }),
        { ...span({}), startTimeUnixNano: nowNs(), endTimeUnixNano: at },
        { ...span({}), startTimeUnixNano: at, endTimeUnixNano: nowNs() },
      ]
      const service = await send('traces', { scopeSpans: [{ spans }] })
      const rows = await rowsOf(
        3,
        service,
        `SELECT Duration < ${DAY_NS} AS bounded, ${seen('Timestamp')}`,
        'otel_traces',
      )
      expect(rows).toEqual([1, 2, 3].map(() => ({ bounded: 1, inWindow: 1 })))

      const log = { timeUnixNano: at, observedTimeUnixNano: at, body: { stringValue: 'x' } }
      const logs = await send('logs', { scopeLogs: [{ logRecords: [log] }] })
      expect(await rowsOf(1, logs, `SELECT ${seen('Timestamp')}`, 'otel_logs')).toEqual([{ inWindow: 1 }])

      const kinds = metricKinds()
      const metrics = await Promise.all(
        kinds.map(({ data }) => send('metrics', { scopeMetrics: [{ metrics: [{ name: 'm', ...data([at]) }] }] })),
      )
      for (const [i, { table }] of kinds.entries()) {
        const points = await rowsOf(1, metrics[i] ?? '', `SELECT ${seen('TimeUnix')}`, table)
        expect(points, table).toEqual([{ inWindow: 1 }])
      }
    },
  )
})

describe('too much of a thing', () => {
  const huge = 'x'.repeat(200_000)
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`key-${i}`, 'x'.repeat(200)]))
  const resources = {
    'one value of 200 KB': attributes({ huge }),
    'one list of 200 KB': attributes({ huge: [huge] }),
    'one map of 200 KB beside what has no JSON': attributes({ huge: { huge }, nan: Number.NaN }),
    'one key of 200 KB': attributes({ [huge]: 'x' }),
    '3,000 attributes': attributes(many),
  }

  test.each(Object.entries(resources))('a resource with %s on 5,000 spans costs little memory', async (_, resource) => {
    const spans = Array.from({ length: 5_000 }, () => span({}))
    const peak = watchMemory()
    const service = await send('traces', { scopeSpans: [{ spans }] }, resource)
    const rows = await poll(
      () =>
        query(`SELECT count() AS there, max(length(toString(ResourceAttributes))) AS most FROM otel_traces`, service),
      ([row]) => Number(row?.['there']) === 5_000,
    )
    // 64 attributes of 128 characters, their keys and punctuation.
    expect(Number(rows[0]?.['most'])).toBeLessThan(20_000)
    // Unbounded, the same request took 5 GB.
    expect(await peak()).toBeLessThan(600)
  })

  test('a scope, names, a body, events and links beyond all measure are cut, and say so', async () => {
    const scope = { name: huge, version: huge, attributes: attributes({ huge }) }
    const events = Array.from({ length: 1_001 }, () => ({ timeUnixNano: nowNs(), name: 'step' }))
    const links = Array.from({ length: 129 }, () => ({ traceId: newId(16), spanId: newId(8) }))
    const spans = [{ ...span({ events }), name: huge, traceState: huge, status: { code: 2, message: huge }, links }]
    const service = await send('traces', { scopeSpans: [{ scope, spans }] })
    const [row] = await rowsOf(
      1,
      service,
      `SELECT length(SpanName) AS name, length(ScopeName) AS scope, length(StatusMessage) AS message, length(TraceState) AS state,
         SpanAttributes, length(Events.Name) AS events, length(Links.SpanId) AS links`,
      'otel_traces',
    )
    expect(row).toEqual({
      name: 1_024,
      scope: 256,
      message: 32_768,
      state: 0,
      SpanAttributes: { 'errata.events.dropped': '1001', 'errata.links.dropped': '129' },
      events: 0,
      links: 0,
    })

    const record = {
      body: { stringValue: huge },
      eventName: huge,
      severityText: huge,
      attributes: attributes({ huge }),
    }
    const nested = { body: { kvlistValue: { values: attributes({ huge }) } } }
    const logs = await send('logs', { scopeLogs: [{ scope, logRecords: [record, nested] }] })
    const cut = 'max(length(Body)) AS body, max(length(EventName)) AS event, max(length(SeverityText)) AS severity'
    const value = `max(length(LogAttributes['huge'])) AS value, max(length(ScopeAttributes['huge'])) AS scope`
    const kept = await poll(
      () => query(`SELECT ${cut}, ${value}, count() AS records FROM otel_logs`, logs),
      ([all]) => Number(all?.['records']) === 2,
    )
    expect(kept).toEqual([{ body: 65_536, event: 256, severity: 64, value: 65_536, scope: 256, records: 2 }])
  })

  test('a request of more than 16 MiB is refused with 4xx, by what it is unpacked', async () => {
    const body = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'x'.repeat(17 << 20) } }] }] }] }
    const response = await sendOtlp({ url: ingest.otelcol.httpUrl, signal: 'logs', body })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })
})

test('what follows is stored as before, and nothing is being tried again', followsAsBefore)

const newId = (bytes: number) => randomBytes(bytes).toString('hex')
const inWindow = (column: string) =>
  `(${column} > now64(9) - INTERVAL 8 DAY AND ${column} < now64(9) + INTERVAL 61 MINUTE)`
const seen = (column: string) => `${inWindow(column)} AS inWindow`
const query = (sql: string, service: string) => ingest.query(`${sql} WHERE ServiceName = {service:String}`, { service })

function span({ start = nowNs(), lengthNs = 0n, events = [] as object[] }) {
  return {
    traceId: newId(16),
    spanId: newId(8),
    name: 'x',
    kind: 2,
    startTimeUnixNano: start,
    // Beyond the last time that the format can hold it would wrap.
    endTimeUnixNano: BigInt.asUintN(64, start + lengthNs) < start ? start : start + lengthNs,
    events,
  }
}

/** Sends one resource's items under a service name of its own, which it returns. */
async function send(signal: Signal, items: object, more: readonly object[] = []): Promise<string> {
  const service = randomUUID()
  const key = { traces: 'resourceSpans', logs: 'resourceLogs', metrics: 'resourceMetrics' }[signal]
  const resource = { attributes: [...more, ...attributes({ 'service.name': service })] }
  await deliverOtlp({ url: ingest.otelcol.httpUrl, signal, body: { [key]: [{ resource, ...items }] } })
  return service
}

function rowsOf(count: number, service: string, select: string, table: string) {
  return poll(
    () => query(`${select} FROM ${table} FINAL`, service),
    rows => rows.length >= count,
  )
}

/** The next one is stored: no worker of the queue is held by what came before, and nothing is being tried again. */
async function followsAsBefore(): Promise<void> {
  const [traces, logs, metrics] = await Promise.all([
    send('traces', { scopeSpans: [{ spans: [span({})] }] }),
    send('logs', { scopeLogs: [{ logRecords: [{ timeUnixNano: nowNs() }] }] }),
    send('metrics', { scopeMetrics: [{ metrics: [{ name: 'm', ...gauge([nowNs()]) }] }] }),
  ])
  await Promise.all([
    rowsOf(1, traces, 'SELECT 1', 'otel_traces'),
    rowsOf(1, logs, 'SELECT 1', 'otel_logs'),
    rowsOf(1, metrics, 'SELECT 1', 'otel_metrics_gauge'),
  ])
  expect(ingest.otelcol.failedExports()).toBe(0)
  const counters = await scrape(ingest.otelcol.metricsUrl)
  const lost = ['spans', 'log_records', 'metric_points'].flatMap(items =>
    ['send', 'enqueue'].map(step => total(counters, `otelcol_exporter_${step}_failed_${items}`)),
  )
  expect(lost).toEqual([0, 0, 0, 0, 0, 0])
}

/** @returns What stops the watch and tells the most that the Collector held, in MiB. */
function watchMemory(): () => Promise<number> {
  const { pid } = ingest.otelcol
  let most = 0
  const look = async () => {
    most = Math.max(most, await residentMib(pid))
  }
  const timer = setInterval(look, 50)
  return async () => {
    clearInterval(timer)
    await look()
    return most
  }
}

function gauge(times: readonly bigint[]) {
  return { gauge: { dataPoints: times.map(at => ({ timeUnixNano: at, startTimeUnixNano: at, asDouble: 1 })) } }
}

/** Each kind of metric with one data point a time, which also stands where the point began and on its exemplar. */
function metricKinds() {
  const points = (times: readonly bigint[], value: object) =>
    times.map(at => ({
      timeUnixNano: at,
      startTimeUnixNano: at,
      ...value,
      exemplars: [{ timeUnixNano: at, asDouble: 1 }],
    }))
  const summaryPoints = (times: readonly bigint[]) =>
    times.map(at => ({ timeUnixNano: at, startTimeUnixNano: at, count: '1', sum: 1, quantileValues: [] }))
  const cumulative = { aggregationTemporality: 2 }
  const bucketed = { count: '1', sum: 1, bucketCounts: ['1'], explicitBounds: [] }
  const exponential = { count: '1', sum: 1, positive: { bucketCounts: ['1'] } }
  return [
    {
      kind: 'a gauge',
      table: 'otel_metrics_gauge',
      data: (t: readonly bigint[]) => ({ gauge: { dataPoints: points(t, { asDouble: 1 }) } }),
    },
    {
      kind: 'a sum',
      table: 'otel_metrics_sum',
      data: (t: readonly bigint[]) => ({
        sum: { ...cumulative, isMonotonic: true, dataPoints: points(t, { asDouble: 1 }) },
      }),
    },
    {
      kind: 'a histogram',
      table: 'otel_metrics_histogram',
      data: (t: readonly bigint[]) => ({ histogram: { ...cumulative, dataPoints: points(t, bucketed) } }),
    },
    {
      kind: 'an exponential histogram',
      table: 'otel_metrics_exponential_histogram',
      data: (t: readonly bigint[]) => ({ exponentialHistogram: { ...cumulative, dataPoints: points(t, exponential) } }),
    },
    {
      kind: 'a summary',
      table: 'otel_metrics_summary',
      data: (t: readonly bigint[]) => ({ summary: { dataPoints: summaryPoints(t) } }),
    },
  ]
}
