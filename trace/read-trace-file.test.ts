import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTree } from './build-tree.ts'
import { readTraceFile, TraceFileError } from './read-trace-file.ts'
import { countSpans } from './trace-tree.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const attribute = (key: string, value: object) => ({ key, value })

const otlp = {
  resourceSpans: [
    {
      resource: { attributes: [attribute('service.name', { stringValue: 'shop' })] },
      scopeSpans: [
        {
          spans: [
            {
              ...{ traceId, spanId: 'B7AD6B7169203331', parentSpanId: '', name: 'GET /cart', kind: 2 },
              ...{ startTimeUnixNano: '1700000000000000001', endTimeUnixNano: '1700000000000000101' },
              attributes: [
                attribute('http.status_code', { intValue: '500' }),
                attribute('list', { arrayValue: { values: [{ stringValue: 'a' }, { boolValue: true }] } }),
              ],
              events: [{ timeUnixNano: '1700000000000000050', name: 'exception', attributes: [] }],
              status: { code: 2, message: 'no stock' },
            },
            {
              ...{
                traceId,
                spanId: '00f067aa0ba902b7',
                parentSpanId: 'b7ad6b7169203331',
                name: 'SELECT',
                kind: 'SPAN_KIND_CLIENT',
              },
              ...{ startTimeUnixNano: '1700000000000000010', endTimeUnixNano: '1700000000000000005' },
            },
          ],
        },
      ],
    },
  ],
}

const spans = [
  {
    ...{ traceId, spanId: 'b7ad6b7169203331', parentSpanId: '', service: 'shop', name: 'GET /cart', kind: 'Server' },
    ...{ startNs: 1_700_000_000_000_000_001n, durationNs: 100n, failed: true, statusMessage: 'no stock' },
    attributes: { 'http.status_code': '500', list: '["a","true"]' },
    resource: { 'service.name': 'shop' },
    events: [{ atNs: 1_700_000_000_000_000_050n, name: 'exception', attributes: {} }],
  },
  {
    ...{ traceId, spanId: '00f067aa0ba902b7', parentSpanId: 'b7ad6b7169203331', service: 'shop', name: 'SELECT' },
    ...{ kind: 'Client', startNs: 1_700_000_000_000_000_010n, durationNs: 0n, failed: false },
  },
]

test('reads OTLP, exact to the nanosecond', () => {
  expect([...readTraceFile(JSON.stringify(otlp))]).toMatchObject([[traceId, spans]])
})

test('reads OTLP in lines, each a request', () => {
  const [ofResource] = otlp.resourceSpans
  const lines = ofResource?.scopeSpans[0]?.spans.map(span =>
    JSON.stringify({ resourceSpans: [{ ...ofResource, scopeSpans: [{ spans: [span] }] }] }),
  )
  expect([...readTraceFile(lines?.join('\n') ?? '')]).toMatchObject([[traceId, spans]])
})

test('reads what Jaeger downloads', () => {
  const jaeger = {
    data: [
      {
        traceID: traceId,
        processes: { p1: { serviceName: 'shop', tags: [{ key: 'host.name', value: 'a1' }] } },
        spans: [
          {
            ...{ traceID: traceId, spanID: 'f067aa0ba902b7', operationName: 'SELECT', processID: 'p1' },
            ...{ startTime: 1_700_000_000_000_000, duration: 250 },
            references: [{ refType: 'CHILD_OF', traceID: traceId, spanID: 'b7ad6b7169203331' }],
            tags: [
              { key: 'span.kind', value: 'client' },
              { key: 'error', value: true },
            ],
            logs: [{ timestamp: 1_700_000_000_000_100, fields: [{ key: 'event', value: 'retry' }] }],
          },
        ],
      },
    ],
  }
  expect([...readTraceFile(JSON.stringify(jaeger))]).toMatchObject([
    [
      traceId,
      [
        {
          ...{ spanId: '00f067aa0ba902b7', parentSpanId: 'b7ad6b7169203331', service: 'shop', name: 'SELECT' },
          ...{ kind: 'Client', startNs: 1_700_000_000_000_000_000n, durationNs: 250_000n, failed: true },
          resource: { 'service.name': 'shop', 'host.name': 'a1' },
          events: [{ atNs: 1_700_000_000_000_100_000n, name: 'retry', attributes: {} }],
        },
      ],
    ],
  ])
})

test.each([
  ['no JSON', 'GET / 200', 'Not JSON.'],
  ['an empty file', '', 'No spans found'],
  ['JSON of another kind', '{"spans":[]}', 'No spans found'],
  ['logs', '{"resourceLogs":[{}]}', 'No spans found'],
  ['spans without ids', '{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"a"}]}]}]}', 'No spans found'],
])('says of %s that it has no trace', (_, text, message) => {
  expect(() => readTraceFile(text)).toThrow(TraceFileError)
  expect(() => readTraceFile(text)).toThrow(message)
})

test('any JSON is read or refused, and what is read has a tree', () => {
  const anySpan = fc.record(
    {
      traceId: fc.constantFrom(traceId, 'x', 1),
      spanId: fc.constantFrom('1', 'b7ad6b7169203331', null),
      name: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const file = fc.oneof(
    fc.json(),
    fc
      .array(fc.oneof(anySpan, fc.jsonValue()))
      .map(of => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: of }] }] })),
    fc.array(fc.oneof(anySpan, fc.jsonValue())).map(of => JSON.stringify({ data: [{ spans: of }] })),
  )
  fc.assert(
    fc.property(file, text => {
      try {
        for (const of of readTraceFile(text).values()) expect(countSpans(buildTree(of))).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toBeInstanceOf(TraceFileError)
      }
    }),
  )
})
