import { createServer } from 'node:http'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { SeverityNumber } from '@opentelemetry/api-logs'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { expect, test } from 'vitest'
import { attributesJson, logJson, spanJson } from './otlp-json.ts'

const remote = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  traceFlags: 1,
  isRemote: true,
}

function makeSpan(): ReadableSpan {
  const made = new InMemorySpanExporter()
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(made)] }).getTracer('shop', '1.2.0')
  const span = tracer.startSpan(
    'GET /shop/"bread"\n',
    {
      kind: SpanKind.SERVER,
      startTime: [1_700_000_000, 5],
      links: [{ context: remote, attributes: { why: 'stranger' } }],
    },
    trace.setSpanContext(ROOT_CONTEXT, remote),
  )
  span.setAttributes({ text: 'Brötchen 🥖 \u0000', whole: -7, part: 0.1, yes: true, list: ['a', 'b'], none: [] })
  span.addEvent('shell', { size: 12 }, [1_700_000_001, 0])
  span.setStatus({ code: SpanStatusCode.ERROR, message: 'too "late"' })
  span.end([1_700_000_002, 999_999_999])
  const [ended] = made.getFinishedSpans()
  if (ended === undefined) throw new Error('the span did not end')
  return ended
}

/** What the stock exporter sends for a span, without what proto3 leaves out: zeros and empty lists. */
async function stockJson(span: ReadableSpan): Promise<unknown> {
  const body = Promise.withResolvers<string>()
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    res.end()
    body.resolve(Buffer.concat(chunks).toString())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const exporter = new OTLPTraceExporter({ url: `http://127.0.0.1:${port}/v1/traces` })
  await new Promise(resolve => exporter.export([span], resolve))
  await exporter.shutdown()
  server.closeAllConnections()
  server.close()
  return withoutDefaults(JSON.parse(await body.promise).resourceSpans[0].scopeSpans[0].spans[0])
}

function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name, part]) => {
    const isDefault = part === 0 || part === undefined || (Array.isArray(part) && part.length === 0)
    return !isDefault || name.endsWith('Value') || name === 'values'
  })
  // An int64 may be a number or, as protobuf's own JSON has it, a string.
  return Object.fromEntries(
    kept.map(([name, part]) => [name, name === 'intValue' ? String(part) : withoutDefaults(part)]),
  )
}

test('a span says what the stock exporter says, in whatever it has', async () => {
  const span = makeSpan()
  expect(withoutDefaults(JSON.parse(spanJson(span)))).toEqual(await stockJson(span))
})

test('what the SDK has dropped is told', () => {
  const made = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(made)],
    spanLimits: { attributeCountLimit: 1 },
  })
  provider.getTracer('shop').startSpan('x').setAttributes({ a: 1, b: 2, c: 3 }).end()
  const [span] = made.getFinishedSpans()
  expect(JSON.parse(span === undefined ? '{}' : spanJson(span))).toMatchObject({ droppedAttributesCount: 2 })
})

test.each([
  ['a number that no double holds exactly', 2 ** 60, { doubleValue: 2 ** 60 }],
  ['no number', Number.NaN, { doubleValue: 'NaN' }],
  ['infinity', Number.NEGATIVE_INFINITY, { doubleValue: '-Infinity' }],
  ['bytes', new Uint8Array([1, 2, 255]), { bytesValue: 'AQL/' }],
  ['nothing', null, {}],
  [
    'a map in a list',
    [{ a: 1 }],
    { arrayValue: { values: [{ kvlistValue: { values: [{ key: 'a', value: { intValue: '1' } }] } }] } },
  ],
])('%s keeps its type', (_, value, expected) => {
  expect(JSON.parse(attributesJson({ it: value }))).toEqual([{ key: 'it', value: expected }])
})

test('a log record has time, severity, body, trace and attributes', () => {
  const record = {
    hrTime: [1_700_000_000, 1_000_000] as [number, number],
    spanContext: remote,
    eventName: 'exception',
    severityNumber: SeverityNumber.ERROR,
    severityText: 'ERROR',
    body: 'it "broke"',
    attributes: { 'exception.type': 'TypeError' },
  }
  expect(JSON.parse(logJson(record))).toEqual({
    timeUnixNano: '1700000000001000000',
    observedTimeUnixNano: '1700000000001000000',
    traceId: remote.traceId,
    spanId: remote.spanId,
    flags: 1,
    eventName: 'exception',
    severityNumber: 17,
    severityText: 'ERROR',
    body: { stringValue: 'it "broke"' },
    attributes: [{ key: 'exception.type', value: { stringValue: 'TypeError' } }],
  })
})
