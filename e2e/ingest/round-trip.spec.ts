import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributes, deliverOtlp, nowNs, type Signal } from '../../test/otlp/send-otlp.ts'
import { deliverOtlpGrpc } from '../../test/otlp/send-otlp-grpc.ts'
import { poll } from '../../test/poll.ts'
import { AWKWARD_ATTRIBUTES, AWKWARD_ATTRIBUTES_AS_STORED, AWKWARD_TEXT } from './awkward-values.ts'
import { type IngestPipeline, openIngest } from './open-ingest.ts'

/** Protocols of senders. */
const transports = ['json', 'protobuf', 'grpc'] as const
let ingest: IngestPipeline

beforeAll(async () => {
  ingest = await openIngest()
})

afterAll(() => ingest[Symbol.asyncDispose]())

const scope = { name: 'a scope', version: '1.2.3', attributes: attributes({ of: 'the scope' }) }

describe.each(transports)('as %s', transport => {
  const service = `round-trip ${transport}`
  const resource = { attributes: attributes({ 'service.name': service, host: AWKWARD_TEXT }) }
  const resourceText = { 'service.name': service, host: AWKWARD_TEXT }
  const start = nowNs(10_000) + 123_456_789n
  const at = (offset: bigint) => String(start + offset)
  const select = (table: string, columns: string) =>
    poll(
      () => ingest.query(`SELECT ${columns} FROM ${table} WHERE ServiceName = {service:String}`, { service }),
      rows => rows.length > 0,
    )
  const deliver = (signal: Signal, body: object) => {
    const { httpUrl, grpcPort } = ingest.otelcol
    if (transport === 'grpc') return deliverOtlpGrpc({ port: grpcPort, signal, body })
    return deliverOtlp({ url: httpUrl, signal, encoding: transport, body })
  }

  test('a span is read back as it was sent', async () => {
    const span = {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      parentSpanId: '00f067aa0ba902b7',
      traceState: 'vendor=a,other=b',
      name: AWKWARD_TEXT,
      kind: 4,
      startTimeUnixNano: at(0n),
      endTimeUnixNano: at(1_000_000_001n),
      attributes: attributes(AWKWARD_ATTRIBUTES),
      status: { code: 2, message: AWKWARD_TEXT },
      events: [
        { timeUnixNano: at(1n), name: 'exception', attributes: attributes({ 'exception.message': AWKWARD_TEXT }) },
        { timeUnixNano: at(2n), name: '', attributes: [] },
      ],
      links: [
        {
          traceId: 'ffffffffffffffffffffffffffffffff',
          spanId: 'ffffffffffffffff',
          traceState: 'a=b',
          attributes: attributes({ why: AWKWARD_TEXT }),
        },
        { traceId: '00000000000000000000000000000001', spanId: '0000000000000001' },
      ],
    }
    const body = { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [span] }] }] }
    await deliver('traces', body)
    const [row = {}] = await select(
      'otel_traces',
      `toString(toUnixTimestamp64Nano(Timestamp)) AS time, toString(Duration) AS duration, TraceId, SpanId, ParentSpanId, TraceState,
       SpanName, SpanKind, StatusCode, StatusMessage, ResourceAttributes, ScopeName, ScopeVersion, SpanAttributes,
       arrayMap(t -> toString(toUnixTimestamp64Nano(t)), Events.Timestamp) AS eventTimes, Events.Name, Events.Attributes,
       Links.TraceId, Links.SpanId, Links.TraceState, Links.Attributes`,
    )
    const { map, ...flat } = row['SpanAttributes'] as Record<string, string>
    expect(flat).toEqual(AWKWARD_ATTRIBUTES_AS_STORED)
    expect(JSON.parse(map ?? '')).toEqual(AWKWARD_ATTRIBUTES['map'])
    expect(row).toMatchObject({
      time: at(0n),
      duration: '1000000001',
      TraceId: '0af7651916cd43dd8448eb211c80319c',
      SpanId: 'b7ad6b7169203331',
      ParentSpanId: '00f067aa0ba902b7',
      TraceState: 'vendor=a,other=b',
      SpanName: AWKWARD_TEXT,
      SpanKind: 'Producer',
      StatusCode: 'Error',
      StatusMessage: AWKWARD_TEXT,
      ResourceAttributes: resourceText,
      ScopeName: 'a scope',
      ScopeVersion: '1.2.3',
      eventTimes: [at(1n), at(2n)],
      'Events.Name': ['exception', ''],
      'Events.Attributes': [{ 'exception.message': AWKWARD_TEXT }, {}],
      'Links.TraceId': ['ffffffffffffffffffffffffffffffff', '00000000000000000000000000000001'],
      'Links.SpanId': ['ffffffffffffffff', '0000000000000001'],
      'Links.TraceState': ['a=b', ''],
      'Links.Attributes': [{ why: AWKWARD_TEXT }, {}],
    })
  })

  test('a log record is read back as it was sent', async () => {
    const record = {
      timeUnixNano: at(0n),
      observedTimeUnixNano: at(5n),
      severityNumber: 17,
      severityText: 'ERROR',
      eventName: 'exception',
      flags: 1,
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      body: { stringValue: AWKWARD_TEXT },
      attributes: attributes(AWKWARD_ATTRIBUTES),
    }
    const schemaUrl = 'https://opentelemetry.io/schemas/1.40.0'
    const body = { resourceLogs: [{ resource, schemaUrl, scopeLogs: [{ scope, schemaUrl, logRecords: [record] }] }] }
    await deliver('logs', body)
    const [row = {}] = await select('otel_logs', '*, toString(toUnixTimestamp64Nano(Timestamp)) AS time')
    const { map, ...flat } = row['LogAttributes'] as Record<string, string>
    expect(flat).toEqual(AWKWARD_ATTRIBUTES_AS_STORED)
    expect(JSON.parse(map ?? '')).toEqual(AWKWARD_ATTRIBUTES['map'])
    expect(row).toMatchObject({
      time: at(0n),
      TraceId: '0af7651916cd43dd8448eb211c80319c',
      SpanId: 'b7ad6b7169203331',
      TraceFlags: 1,
      SeverityText: 'ERROR',
      SeverityNumber: 17,
      EventName: 'exception',
      Body: AWKWARD_TEXT,
      ResourceSchemaUrl: schemaUrl,
      ScopeSchemaUrl: schemaUrl,
      ResourceAttributes: resourceText,
      ScopeName: 'a scope',
      ScopeVersion: '1.2.3',
      ScopeAttributes: { of: 'the scope' },
    })
  })
})
