import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributes, deliverOtlp, nowNs } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { AWKWARD_TEXT } from './awkward-values.ts'
import { type IngestPipeline, openIngest } from './open-ingest.ts'

let ingest: IngestPipeline

beforeAll(async () => {
  ingest = await openIngest()
})

afterAll(() => ingest[Symbol.asyncDispose]())

const scope = { name: 'a scope', version: '1.2.3', attributes: attributes({ of: 'the scope' }) }

describe.each(['json', 'protobuf'] as const)('as %s', encoding => {
  const service = `round-trip ${encoding}`
  const resource = { attributes: attributes({ 'service.name': service, host: AWKWARD_TEXT }) }
  const resourceText = { 'service.name': service, host: AWKWARD_TEXT }
  const start = nowNs(10_000) + 123_456_789n
  const at = (offset: bigint) => String(start + offset)
  const select = (table: string, columns: string) =>
    poll(
      () => ingest.query(`SELECT ${columns} FROM ${table} WHERE ServiceName = {service:String}`, { service }),
      rows => rows.length > 0,
    )

  const point = {
    startTimeUnixNano: at(-60_000_000_000n),
    timeUnixNano: at(0n),
    attributes: attributes({ place: AWKWARD_TEXT }),
    flags: 1,
  }
  const exemplar = {
    timeUnixNano: at(-1n),
    asDouble: 2.5,
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    filteredAttributes: attributes({ whose: AWKWARD_TEXT }),
  }
  const exemplarRow = {
    exemplarTimes: [at(-1n)],
    'Exemplars.Value': [2.5],
    'Exemplars.TraceId': ['0af7651916cd43dd8448eb211c80319c'],
    'Exemplars.SpanId': ['b7ad6b7169203331'],
    'Exemplars.FilteredAttributes': [{ whose: AWKWARD_TEXT }],
  }
  const exemplarTimes = 'arrayMap(t -> toString(toUnixTimestamp64Nano(t)), Exemplars.TimeUnix) AS exemplarTimes'
  const exponential = {
    ...point,
    count: '7',
    sum: 12.5,
    scale: 3,
    zeroCount: '2',
    positive: { offset: 1, bucketCounts: ['1', '0', '2'] },
    negative: { offset: -4, bucketCounts: ['2'] },
    min: -1.5,
    max: 9.25,
  }
  const kinds = [
    {
      kind: 'a gauge',
      table: 'otel_metrics_gauge',
      data: { gauge: { dataPoints: [{ ...point, asDouble: -0.25, exemplars: [exemplar] }] } },
      columns: exemplarTimes,
      row: { Value: -0.25, ...exemplarRow },
    },
    {
      kind: 'a sum',
      table: 'otel_metrics_sum',
      data: {
        sum: {
          aggregationTemporality: 2,
          isMonotonic: true,
          dataPoints: [{ ...point, asInt: '9007199254740991', exemplars: [exemplar] }],
        },
      },
      columns: `${exemplarTimes}, toInt64(Value) = 9007199254740991 AS exact`,
      row: { exact: 1, AggregationTemporality: 2, IsMonotonic: true, ...exemplarRow },
    },
    {
      kind: 'a histogram',
      table: 'otel_metrics_histogram',
      data: {
        histogram: {
          aggregationTemporality: 1,
          dataPoints: [
            {
              ...point,
              count: '6',
              sum: 30.5,
              bucketCounts: ['1', '2', '3'],
              explicitBounds: [1, 2.5],
              min: 0.5,
              max: 20,
              exemplars: [exemplar],
            },
          ],
        },
      },
      columns: exemplarTimes,
      row: {
        Count: 6,
        Sum: 30.5,
        BucketCounts: [1, 2, 3],
        ExplicitBounds: [1, 2.5],
        Min: 0.5,
        Max: 20,
        AggregationTemporality: 1,
        ...exemplarRow,
      },
    },
    {
      kind: 'an exponential histogram',
      table: 'otel_metrics_exponential_histogram',
      data: {
        exponentialHistogram: { aggregationTemporality: 1, dataPoints: [{ ...exponential, exemplars: [exemplar] }] },
      },
      columns: exemplarTimes,
      row: {
        Count: 7,
        Sum: 12.5,
        Scale: 3,
        ZeroCount: 2,
        PositiveOffset: 1,
        PositiveBucketCounts: [1, 0, 2],
        NegativeOffset: -4,
        NegativeBucketCounts: [2],
        Min: -1.5,
        Max: 9.25,
        ...exemplarRow,
      },
    },
    {
      kind: 'a summary',
      table: 'otel_metrics_summary',
      data: {
        summary: {
          dataPoints: [
            {
              ...point,
              count: '5',
              sum: 10.5,
              quantileValues: [
                { quantile: 0.5, value: 2 },
                { quantile: 0.99, value: 4.5 },
              ],
            },
          ],
        },
      },
      columns: '1',
      row: { Count: 5, Sum: 10.5, 'ValueAtQuantiles.Quantile': [0.5, 0.99], 'ValueAtQuantiles.Value': [2, 4.5] },
    },
  ]

  test.each(kinds)('$kind is read back as it was sent', async ({ table, data, columns, row: wanted }) => {
    const metric = { name: AWKWARD_TEXT, description: AWKWARD_TEXT, unit: 'By', ...data }
    const schemaUrl = 'https://opentelemetry.io/schemas/1.40.0'
    const scopeMetrics = [{ scope: { ...scope, droppedAttributesCount: 3 }, schemaUrl, metrics: [metric] }]
    const body = { resourceMetrics: [{ resource, schemaUrl, scopeMetrics }] }
    await deliverOtlp({ url: ingest.otelcol.httpUrl, signal: 'metrics', encoding, body })
    const times =
      'toString(toUnixTimestamp64Nano(TimeUnix)) AS time, toString(toUnixTimestamp64Nano(StartTimeUnix)) AS startTime'
    const [row = {}] = await select(table, `*, ${times}, ${columns}`)
    expect(row).toMatchObject({
      time: at(0n),
      startTime: at(-60_000_000_000n),
      MetricName: AWKWARD_TEXT,
      MetricDescription: AWKWARD_TEXT,
      MetricUnit: 'By',
      Attributes: { place: AWKWARD_TEXT },
      Flags: 1,
      ResourceAttributes: resourceText,
      ResourceSchemaUrl: schemaUrl,
      ScopeName: 'a scope',
      ScopeVersion: '1.2.3',
      ScopeAttributes: { of: 'the scope' },
      ScopeDroppedAttrCount: 3,
      ScopeSchemaUrl: schemaUrl,
      ...wanted,
    })
  })
})
