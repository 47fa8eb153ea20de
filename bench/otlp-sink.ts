import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import protobuf from 'protobufjs'

/** What has arrived, so that losing data does not count as fast. */
export interface ReceivedCounts {
  /** Server spans; for Sentry its transactions. */
  requests: number
  spans: number
  /** Spans with a transaction. */
  stamped: number
  logs: number
}

export interface TelemetrySink extends AsyncDisposable {
  readonly url: string
  readonly received: ReceivedCounts
}

/** A server for SDKs (OTLP over HTTP, or Sentry's envelopes) that counts and always answers success. */
export async function startTelemetrySink(): Promise<TelemetrySink> {
  const received: ReceivedCounts = { requests: 0, spans: 0, stamped: 0, logs: 0 }
  const server = createServer((req, res) => {
    void bodyOf(req).then(body => {
      count(received, req, body)
      res.writeHead(200, { 'content-type': req.headers['content-type'] ?? 'text/plain' })
      res.end(req.headers['content-type'] === 'application/json' ? '{}' : '')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address !== 'object') throw new Error('the sink has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  return req.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
}

function count(received: ReceivedCounts, req: IncomingMessage, body: Buffer): void {
  const isTraces = req.url === '/v1/traces'
  if (req.url?.startsWith('/api/')) countEnvelope(received, body.toString())
  else if (isTraces || req.url === '/v1/logs') countOtlp(received, isTraces, req, body)
}

function countOtlp(received: ReceivedCounts, isTraces: boolean, req: IncomingMessage, body: Buffer): void {
  const isJson = req.headers['content-type'] === 'application/json'
  const sent: Sent = isJson ? JSON.parse(body.toString()) : decode(isTraces ? 'TracesRequest' : 'LogsRequest', body)
  for (const { scopeLogs } of sent.resourceLogs ?? []) {
    for (const { logRecords } of scopeLogs ?? []) received.logs += logRecords?.length ?? 0
  }
  for (const { scopeSpans } of sent.resourceSpans ?? []) {
    for (const { spans } of scopeSpans ?? []) {
      for (const { kind, attributes } of spans ?? []) {
        received.spans++
        if (kind === serverKind) received.requests++
        if (attributes?.some(({ key }) => key === 'errata.transaction.id')) received.stamped++
      }
    }
  }
}

const serverKind = 2

/** An envelope is lines of JSON: its header, then a header and a body for each item. */
function countEnvelope(received: ReceivedCounts, text: string): void {
  const lines = text.split('\n')
  for (let at = 1; at + 1 < lines.length; at += 2) {
    const head: { type?: string } = JSON.parse(lines[at] ?? '{}')
    if (head.type !== 'transaction') continue
    const { spans }: { spans?: unknown[] } = JSON.parse(lines[at + 1] ?? '{}')
    received.requests++
    received.spans += 1 + (spans?.length ?? 0)
  }
}

interface Sent {
  readonly resourceSpans?: readonly {
    readonly scopeSpans?: readonly {
      readonly spans?: readonly { readonly kind?: number; readonly attributes?: readonly { readonly key: string }[] }[]
    }[]
  }[]
  readonly resourceLogs?: readonly { readonly scopeLogs?: readonly { readonly logRecords?: readonly unknown[] }[] }[]
}

function decode(type: string, body: Buffer): Sent {
  schema ??= protobuf.parse(readFileSync(join(import.meta.dirname, '../test/otlp/otlp.proto'), 'utf8')).root
  const lookedUp = schema.lookupType(type)
  return lookedUp.toObject(lookedUp.decode(body))
}

let schema: protobuf.Root | undefined
