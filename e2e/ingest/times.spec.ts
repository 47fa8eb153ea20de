import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributes, nowNs, type Signal } from '../../test/otlp/send-otlp.ts'
import { type IngestPipeline, openIngest } from './open-ingest.ts'
import { expectQueueNotBlocked, otlpTestSpan, waitForServiceRows as rowsOfService, sendItems } from './send-items.ts'

const DAY_NS = 86_400_000_000_000n
let ingest: IngestPipeline

beforeAll(async () => {
  ingest = await openIngest()
})

afterAll(() => ingest[Symbol.asyncDispose]())

const days = Array.from({ length: 101 }, (_, day) => nowNs(1_000) - BigInt(day) * DAY_NS)
/** Points of one series that are whole days apart would become one, because they are moved by whole days. */
const unevenDays = days.map((at, day) => at - BigInt(day) * 1_000_000_000n)

describe('101 days in one request', () => {
  test('spans are stored, moved into the window, with their order and length', async () => {
    const spans = days.map(start => otlpTestSpan({ start, lengthNs: 5_000_000n }))
    const service = await send('traces', { scopeSpans: [{ spans }] })
    const rows = await rowsOf(
      101,
      service,
      `SELECT toString(Duration) AS duration, SpanAttributes['errata.clock.original'] AS original, ${seen('Timestamp')}`,
      'otel_traces',
    )
    expect(rows.every(row => row['inWindow'] === 1 && row['duration'] === '5000000')).toBe(true)
    // Seven days are in the window; the others keep their original time.
    expect(rows.filter(row => row['original'] !== '')).toHaveLength(94)
    expect(rows.map(row => row['original'])).toContain(String(days.at(-1)))
  })

  test('span events are stored, each moved by itself', async () => {
    const events = days.map(at => ({ timeUnixNano: at, name: 'step', attributes: [] }))
    const service = await send('traces', { scopeSpans: [{ spans: [otlpTestSpan({ events })] }] })
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
    const service = await send('traces', { scopeSpans: [{ spans: [otlpTestSpan({ events })] }] })
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

describe('a clock that is ahead', () => {
  const MIN_NS = 60_000_000_000n

  test('by 42 minutes: a trace is stored as received, with its order, lengths and exception, and keeps its own times', async () => {
    const sentNs = nowNs()
    const start = sentNs + 42n * MIN_NS
    const traceId = randomBytes(16).toString('hex')
    const failure = {
      timeUnixNano: start + 900_000_000n,
      name: 'exception',
      attributes: attributes({ 'exception.message': 'x' }),
    }
    const parent = { ...otlpTestSpan({ start, lengthNs: 8_000_000_000n }), traceId, name: 'parent' }
    const child = {
      ...otlpTestSpan({ start: start + 400_000_000n, lengthNs: 600_000_000n, events: [failure] }),
      traceId,
    }
    const service = await send('traces', { scopeSpans: [{ spans: [parent, child] }] })
    const columns = `toString(Duration) AS duration, SpanAttributes['errata.clock.original'] AS original,
      ${ns('Timestamp')} AS startNs`
    const spans = await rowsOf(2, service, `SELECT SpanName AS name, ${columns}`, 'otel_traces')
    const [first, second] = spans.toSorted((a, b) => (String(a['startNs']) < String(b['startNs']) ? -1 : 1))
    expect(first).toMatchObject({ name: 'parent', duration: '8000000000', original: String(start) })
    expect(second).toMatchObject({ duration: '600000000', original: String(start + 400_000_000n) })
    expect(BigInt(String(second?.['startNs'])) - BigInt(String(first?.['startNs']))).toBe(400_000_000n)
    for (const { startNs } of spans) expect(isReceiptOf(sentNs, startNs)).toBe(true)
    const exception = `SELECT Attributes['errata.clock.original'] AS original, ${ns('Timestamp')} AS atNs`
    expect(await rowsOf(1, service, exception, 'exceptions')).toEqual([
      { original: String(failure.timeUnixNano), atNs: String(BigInt(String(second?.['startNs'])) + 500_000_000n) },
    ])
  })

  test('however far: spans and log records are stored at most five minutes before they were received', async () => {
    const ahead = fc.bigInt({ min: 5n * MIN_NS + 10_000_000_000n, max: 3_650n * DAY_NS })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(ahead, fc.bigInt(0n, DAY_NS)), { minLength: 1, maxLength: 60 }), async all => {
        const now = nowNs()
        const spans = all.map(([by, lengthNs]) => otlpTestSpan({ start: now + by - lengthNs, lengthNs }))
        // Each its own text: equal records at the same time are one.
        const logRecords = all.map(([by], i) => ({ timeUnixNano: now + by, body: { stringValue: String(i) } }))
        const ends = 'Timestamp + toIntervalNanosecond(Duration)'
        const sent = [
          await send('traces', { scopeSpans: [{ spans }] }),
          await send('logs', { scopeLogs: [{ logRecords }] }),
        ] as const
        const stored = [
          ...(await rowsOf(all.length, sent[0], `SELECT ${ns(ends)} AS atNs`, 'otel_traces')),
          ...(await rowsOf(all.length, sent[1], `SELECT ${ns('Timestamp')} AS atNs`, 'otel_logs')),
        ]
        expect(stored.filter(({ atNs }) => !isReceiptOf(now, atNs))).toEqual([])
      }),
      { numRuns: 4 },
    )
  })

  test('by less than five minutes is left as it is', async () => {
    const start = nowNs() + 4n * MIN_NS
    const service = await send('traces', { scopeSpans: [{ spans: [otlpTestSpan({ start })] }] })
    const columns = `${ns('Timestamp')} AS startNs, SpanAttributes['errata.clock.original'] AS original`
    expect(await rowsOf(1, service, `SELECT ${columns}`, 'otel_traces')).toEqual([
      { startNs: String(start), original: '' },
    ])
  })

  /** Times are moved by whole five minutes, so at most that much before the receipt, which is after the sending. */
  const isReceiptOf = (sentNs: bigint, at: unknown) =>
    BigInt(String(at)) >= sentNs - 5n * MIN_NS && BigInt(String(at)) <= nowNs()
})

describe('times that no clock shows', () => {
  const ends = { 1970: 1n, 2100: 4_102_444_800_000_000_000n, 2554: 18_446_744_073_709_551_615n }

  test.each(Object.entries(ends))(
    'of the year %s pass in every place, and what ends before it starts has no length',
    async (_, at) => {
      const event = { timeUnixNano: at, name: 'exception', attributes: attributes({ 'exception.message': 'x' }) }
      const spans = [
        otlpTestSpan({ start: at, events: [event] }),
        { ...otlpTestSpan(), startTimeUnixNano: nowNs(), endTimeUnixNano: at },
        { ...otlpTestSpan(), startTimeUnixNano: at, endTimeUnixNano: nowNs() },
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

describe('what has no time', () => {
  test('is dated by when it was received, and said to have no other time', async () => {
    const sentNs = nowNs()
    const record = { body: { stringValue: 'x' } }
    const logs = await send('logs', { scopeLogs: [{ logRecords: [{ ...record, observedTimeUnixNano: 0n }] }] })
    const event = { name: 'step', attributes: [] }
    const spans = [otlpTestSpan({ start: 0n, events: [event] })]
    const traces = await send('traces', { scopeSpans: [{ spans }] })
    const gauge = { gauge: { dataPoints: [{ asDouble: 1, attributes: attributes({ shop: 'a' }) }] } }
    const metrics = await send('metrics', { scopeMetrics: [{ metrics: [{ name: 'm', ...gauge }] }] })

    const received = async (select: string, service: string, table: string) => {
      const [row = {}] = await rowsOf(1, service, `SELECT ${select}`, table)
      const { original = '', ...times } = row
      for (const at of Object.values(times)) expect(BigInt(String(at))).toBeGreaterThanOrEqual(sentNs)
      for (const at of Object.values(times)) expect(BigInt(String(at))).toBeLessThanOrEqual(nowNs())
      expect(original).toBe('')
    }
    await received(`${ns('Timestamp')} AS at, LogAttributes['errata.clock.original'] AS original`, logs, 'otel_logs')
    await received(
      `${ns('Timestamp')} AS at, ${ns('Events.Timestamp[1]')} AS eventAt, SpanAttributes['errata.clock.original'] AS original`,
      traces,
      'otel_traces',
    )
    await received(`${ns('TimeUnix')} AS at`, metrics, 'otel_metrics_gauge')
  })

  test('has the time of its observation, and a span without a start that of its end', async () => {
    const at = nowNs(2_000)
    const record = { observedTimeUnixNano: at, body: { stringValue: 'x' } }
    const logs = await send('logs', { scopeLogs: [{ logRecords: [record] }] })
    const spans = [{ ...otlpTestSpan(), startTimeUnixNano: 0n, endTimeUnixNano: at }]
    const traces = await send('traces', { scopeSpans: [{ spans }] })

    expect(await rowsOf(1, logs, `SELECT ${ns('Timestamp')} AS at`, 'otel_logs')).toEqual([{ at: String(at) }])
    expect(await rowsOf(1, traces, `SELECT ${ns('Timestamp')} AS at, Duration AS d`, 'otel_traces')).toEqual([
      { at: String(at), d: 0 },
    ])
  })
})

describe.each([
  ['seconds', 1_000_000_000n],
  ['milliseconds', 1_000_000n],
  ['microseconds', 1_000n],
])('%s sent as nanoseconds', (_, unit) => {
  test('are read as such, in every place', async () => {
    const at = (nowNs() / 1_000_000_000n - 60n) * 1_000_000_000n
    const sent = at / unit
    const logRecords = [
      { timeUnixNano: sent, body: { stringValue: 'x' } },
      { observedTimeUnixNano: sent, body: { stringValue: 'y' } },
    ]
    const logs = await send('logs', { scopeLogs: [{ logRecords }] })
    const event = { timeUnixNano: sent, name: 'step', attributes: [] }
    const lengthNs = 5_000_000_000n
    const spans = [{ ...otlpTestSpan({ start: sent, events: [event] }), endTimeUnixNano: (at + lengthNs) / unit }]
    const traces = await send('traces', { scopeSpans: [{ spans }] })
    const kinds = metricKinds()
    const metrics = await Promise.all(
      kinds.map(({ data }) => send('metrics', { scopeMetrics: [{ metrics: [{ name: 'm', ...data([sent]) }] }] })),
    )

    const found = `SELECT ${ns('Timestamp')} AS at, LogAttributes['errata.clock.original'] AS original`
    expect(await rowsOf(2, logs, found, 'otel_logs')).toEqual([1, 2].map(() => ({ at: String(at), original: '' })))
    const columns = `${ns('Timestamp')} AS at, ${ns('Events.Timestamp[1]')} AS eventAt, Duration AS duration`
    expect(await rowsOf(1, traces, `SELECT ${columns}`, 'otel_traces')).toEqual([
      { at: String(at), eventAt: String(at), duration: Number(lengthNs) },
    ])
    for (const [i, { table }] of kinds.entries()) {
      const points = await rowsOf(1, metrics[i] ?? '', `SELECT ${ns('TimeUnix')} AS at`, table)
      expect(points, table).toEqual([{ at: String(at) }])
    }
  })
})

test('what follows is stored as before, and nothing is being tried again', () => expectQueueNotBlocked(ingest))

const ns = (time: string) => `toString(toUnixTimestamp64Nano(${time}))`
const inWindow = (column: string) =>
  `(${column} > now64(9) - INTERVAL 8 DAY AND ${column} < now64(9) + INTERVAL 61 MINUTE)`
const seen = (column: string) => `${inWindow(column)} AS inWindow`
const send = (signal: Signal, items: object) => sendItems(ingest, signal, items)
const rowsOf = (count: number, service: string, select: string, table: string) =>
  rowsOfService(ingest, count, service, select, table)

/** Each kind of metric with one data point at each time, which is also its start time and that of its exemplar. */
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
