import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { decodeOtlp } from '../otlp/decode-otlp.ts'

/** A request in OTLP's JSON mapping. */
export interface SentRequest {
  readonly signal: 'traces' | 'logs'
  readonly request: object
}

export interface OtlpRecorder extends AsyncDisposable {
  readonly url: string
  /** In the order of arrival. */
  readonly sent: SentRequest[]
}

/** Receives OTLP over HTTP, as JSON or protobuf, from servers and from pages of any origin. It takes metrics and keeps none. */
export async function startOtlpRecorder(): Promise<OtlpRecorder> {
  const sent: SentRequest[] = []
  const server = createServer(async (req, res) => {
    res.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*')
    const body = Buffer.concat(await req.toArray())
    const type = req.headers['content-type'] ?? ''
    const signal = /^\/v1\/(traces|logs)$/.exec(req.url ?? '')?.[1]
    if (req.method === 'POST' && (signal === 'traces' || signal === 'logs')) {
      const bytes = req.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
      sent.push({ signal, request: decodeOtlp(signal, type, bytes) })
    }
    res.setHeader('content-type', type).end(type.startsWith('application/json') ? '{}' : '')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
