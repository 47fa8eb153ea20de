import { afterAll, beforeAll, expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { type Fixture, startFixture } from './start-fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await startFixture({ alone: true })
})

afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
})

const nowNs = () => `${BigInt(Date.now()) * 1_000_000n}`
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })

function post(path: string, body: string | Uint8Array<ArrayBuffer>, contentType = 'application/json') {
  return fixture.request(`/otlp/v1/${path}`, { method: 'POST', headers: { 'content-type': contentType }, body })
}

test('what a browser sends about itself changes neither service nor issue', async () => {
  const traceId = '3df7651916cd43dd8448eb211c80319c'
  const resource = { attributes: [text('service.name', 'fixture')] }
  const span = {
    traceId,
    spanId: '00f067aa0ba902b7',
    name: 'pageload',
    kind: 1,
    startTimeUnixNano: nowNs(),
    endTimeUnixNano: nowNs(),
  }
  const log = {
    traceId,
    timeUnixNano: nowNs(),
    body: { stringValue: 'x' },
    attributes: [
      text('exception.type', 'TypeError'),
      text('exception.message', 'forged'),
      text('errata.issue.fingerprint', 'someone-elses'),
      text('errata.error.digest', 'someone-elses'),
    ],
  }
  const spans = await post('traces', JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }))
  const logs = await post('logs', JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: [log] }] }] }))
  expect([spans.status, logs.status]).toEqual([200, 200])

  const stored = await fixture.spansOf(traceId, ({ name }) => name === 'pageload')
  const [exception] = await fixture.logsOf(traceId)
  expect(stored.map(({ service }) => service)).toEqual(['fixture-browser'])
  expect(exception?.service).toBe('fixture-browser')
  expect(exception?.attributes['errata.issue.fingerprint']).toBeUndefined()
  expect(exception?.attributes['errata.error.digest']).toBeUndefined()
})

test.each([
  ['OTLP of the wrong shape', 'traces', '{"resourceSpans":[{"scopeSpans":"none"}]}', 'application/json'],
  ['JSON that is cut off', 'traces', '{"resourceSpans":[{"sc', 'application/json'],
])('%s is answered 400 with a reason by the real Collector or before it', async (_, path, body, contentType) => {
  const answer = await post(path, body, contentType)
  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.text).message).toMatch(/\w{3}/)
  expect((await post('traces', '{"resourceSpans":[]}')).status).toBe(200)
})

test('the relay makes no trace of its own', async () => {
  const answer = await post('traces', '{"resourceSpans":[]}')
  const after = await fixture.request('/')
  await fixture.spansOf(after.traceId)
  expect(await fixture.ask(`SELECT SpanName FROM otel_traces WHERE TraceId = '${answer.traceId}'`)).toEqual([])
})

test('the server counts the relay’s responses by signal and status, and the spans that it created and sent itself', async () => {
  await post('traces', '{"resourceSpans":[]}')
  await post('logs', '{"resourceLogs":[{"sc')
  await fixture.request('/')
  const told = await poll(
    () =>
      fixture.ask<{ name: string; signal: string; status: string; most: number }>(
        `SELECT MetricName AS name, Attributes['signal'] AS signal, Attributes['http.response.status_code'] AS status, max(Value) AS most
         FROM otel_metrics_sum
         WHERE ServiceName = 'fixture' AND IsMonotonic AND AggregationTemporality = 2 AND ScopeName = '@errata/otel'
           AND (MetricName = 'errata.relay.requests' OR startsWith(MetricName, 'otel.sdk.')) AND Value > 0
         GROUP BY name, signal, status`,
      ),
    rows => expected.every(([name, signal, status]) => rows.some(row => isOf(row, { name, signal, status }))),
  )
  const most = (name: string) => told.find(row => row.name === name)?.most ?? 0
  expect(most('otel.sdk.processor.span.processed')).toBeGreaterThanOrEqual(most('otel.sdk.exporter.span.exported'))
})

const expected = [
  ['errata.relay.requests', 'traces', '200'],
  ['errata.relay.requests', 'logs', '400'],
  ['otel.sdk.processor.span.processed', '', ''],
  ['otel.sdk.exporter.span.exported', '', ''],
] as const
type PostCount = { readonly name: string; readonly signal: string; readonly status: string }
const isOf = (row: PostCount, { name, signal, status }: PostCount) =>
  row.name === name && row.signal === signal && row.status === status
