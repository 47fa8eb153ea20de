import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

export interface ReceivedRecord {
  /** Name of the span, or body of the log record. */
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly resource: Readonly<Record<string, unknown>>
}

export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly spans: ReceivedRecord[]
  readonly logs: ReceivedRecord[]
  /** Paths that received requests, without query. */
  readonly posted: Set<string>
}

/** An OTLP/HTTP backend that records JSON requests in order. Stock SDKs send metrics as protobuf, which are ignored. */
export async function startReceiver(): Promise<Receiver> {
  const received: Record<string, ReceivedRecord[]> = { '/v1/traces': [], '/v1/logs': [], '/v1/metrics': [] }
  const posted = new Set<string>()
  const server = createServer(async (req, res) => {
    posted.add(req.url?.split('?')[0] ?? '')
    const body = Buffer.concat(await req.toArray())
    const text = String(req.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)
    if (req.headers['content-type'] === 'application/json')
      received[req.url ?? '']?.push(...recordsIn(JSON.parse(text)))
    res.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: received['/v1/traces'] ?? [],
    logs: received['/v1/logs'] ?? [],
    posted,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}
interface Scope {
  readonly spans?: readonly RawRecord[]
  readonly logRecords?: readonly RawRecord[]
}
interface Resource {
  readonly resource?: { readonly attributes?: readonly Attribute[] }
  readonly scopeSpans?: readonly Scope[]
  readonly scopeLogs?: readonly Scope[]
}
interface RawRecord {
  readonly name?: string
  readonly body?: { readonly stringValue?: string }
  readonly kind?: number
  readonly traceId?: string
  readonly spanId?: string
  readonly parentSpanId?: string
  readonly attributes?: readonly Attribute[]
}

function recordsIn(body: {
  readonly resourceSpans?: readonly Resource[]
  readonly resourceLogs?: readonly Resource[]
}): ReceivedRecord[] {
  return [...(body.resourceSpans ?? []), ...(body.resourceLogs ?? [])].flatMap(of =>
    [...(of.scopeSpans ?? []), ...(of.scopeLogs ?? [])]
      .flatMap(scope => [...(scope.spans ?? []), ...(scope.logRecords ?? [])])
      .map(record => ({
        name: record.name ?? record.body?.stringValue ?? '',
        kind: record.kind ?? 0,
        traceId: record.traceId ?? '',
        spanId: record.spanId ?? '',
        parentSpanId: record.parentSpanId ?? '',
        attributes: valuesOf(record.attributes),
        resource: valuesOf(of.resource?.attributes),
      })),
  )
}

const valuesOf = (attributes: readonly Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
