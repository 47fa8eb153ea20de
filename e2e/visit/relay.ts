import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { site } from './open-site.ts'

const json = { 'content-type': 'application/json' }

const refused: [what: string, path: string, request: RequestInit, status: number][] = [
  ['malformed JSON', '/otlp/v1/traces', { method: 'POST', headers: json, body: '{"resourceSpans": [' }, 400],
  ['JSON that is no OTLP', '/otlp/v1/traces', { method: 'POST', headers: json, body: '{"resourceSpans": 7}' }, 400],
  ['protobuf', '/otlp/v1/logs', post('application/x-protobuf', 'anything'), 415],
  ['an unknown content type', '/otlp/v1/traces', post('text/plain', '{}'), 415],
  ['a body that is too large', '/otlp/v1/traces', post('application/json', padded(70_000)), 413],
  [
    'a small body that unpacks to a large one',
    '/otlp/v1/traces',
    { ...post('application/json', gzipSync(padded(5_000_000))), headers: { ...json, 'content-encoding': 'gzip' } },
    413,
  ],
  ['a GET', '/otlp/v1/traces', { method: 'GET' }, 405],
  ['metrics, which browsers do not send', '/otlp/v1/metrics', post('application/json', '{}'), 404],
  [
    'another site',
    '/otlp/v1/traces',
    { ...post('application/json', '{}'), headers: { ...json, origin: 'https://evil.example' } },
    403,
  ],
]

for (const [what, path, request, status] of refused) {
  test(`the relay answers ${what} with ${status} and a reason`, async () => {
    const response = await fetch(site.stack.deskUrl + path, request)
    expect(response.status).toBe(status)
    expect((await response.text()).length).toBeGreaterThan(10)
  })
}

test('what is well formed goes on as before, whatever came in between', async () => {
  const body = spanBody('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1', 'whoever', [])
  expect((await fetch(`${site.stack.deskUrl}/otlp/v1/traces`, post('application/json', body))).status).toBe(200)
  await poll(
    () => services('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1'),
    rows => rows.length > 0,
  )
})

test('a forged service name or fingerprint changes nothing', async () => {
  const forged = ['errata.issue.fingerprint', 'errata.error.digest'].map(key => ({
    key,
    value: { stringValue: 'forged' },
  }))
  const body = spanBody('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb1', 'errata-desk', forged)
  const headers = { ...json, 'x-errata-service': 'errata-desk' }
  expect((await fetch(`${site.stack.deskUrl}/otlp/v1/traces`, { method: 'POST', headers, body })).status).toBe(200)
  const rows = await poll(
    () => services('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb1'),
    found => found.length > 0,
  )
  expect(rows).toEqual([{ ServiceName: 'errata-desk-browser', fingerprint: '', digest: '' }])
})

function services(traceId: string): Promise<Record<string, unknown>[]> {
  return site.stack.query(
    `SELECT ServiceName, SpanAttributes['errata.issue.fingerprint'] AS fingerprint, SpanAttributes['errata.error.digest'] AS digest
     FROM otel_traces WHERE TraceId = '${traceId}'`,
  )
}

function post(contentType: string, body: string | Uint8Array<ArrayBuffer>): RequestInit {
  return { method: 'POST', headers: { 'content-type': contentType }, body }
}

function padded(bytes: number): string {
  return `{"resourceSpans": []${' '.repeat(bytes)}}`
}

function spanBody(traceId: string, service: string, attributes: object[]): string {
  const now = `${Date.now()}000000`
  const span = {
    traceId,
    spanId: '00000000000000b1',
    name: 'forged',
    kind: 1,
    startTimeUnixNano: now,
    endTimeUnixNano: now,
    attributes,
  }
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] }
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] })
}
