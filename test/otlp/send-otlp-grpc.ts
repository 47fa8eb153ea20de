import { once } from 'node:events'
import { connect } from 'node:http2'
import { encodeProtobuf, type Signal } from './send-otlp.ts'

const METHODS = {
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
}

/**
 * Calls a receiver's Export over OTLP/gRPC, directly over HTTP/2.
 *
 * @param options.body as for `sendOtlp`.
 * @param options.ca PEM of a certificate: then over TLS, to the name localhost.
 * @throws {Error} With gRPC's status and message if the status is not 0, or without a response within 10 s.
 * @see https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
 */
export async function deliverOtlpGrpc(options: {
  port: number
  signal: Signal
  body: object
  headers?: Readonly<Record<string, string>>
  ca?: string
}): Promise<void> {
  const { port, signal, body, headers = {}, ca } = options
  const message = encodeProtobuf(signal, body)
  const prefix = Buffer.alloc(5) // 0: not compressed; then the length.
  prefix.writeUInt32BE(message.length, 1)
  const session = ca === undefined ? connect(`http://127.0.0.1:${port}`) : connect(`https://localhost:${port}`, { ca })
  try {
    const call = session.request(
      { ...headers, ':method': 'POST', ':path': METHODS[signal], 'content-type': 'application/grpc', te: 'trailers' },
      { signal: AbortSignal.timeout(10_000) },
    )
    // A failed connection fails the call.
    session.on('error', error => call.destroy(error))
    const answer: Record<string, unknown> = {}
    // A refusal may have its status in the headers and no trailers.
    for (const part of ['response', 'trailers']) call.on(part, received => Object.assign(answer, received))
    call.resume().end(Buffer.concat([prefix, message]))
    await once(call, 'close')
    if (answer['grpc-status'] !== '0') throw new Error(`gRPC: ${answer['grpc-status']} ${answer['grpc-message']}`)
  } finally {
    session.destroy()
  }
}
